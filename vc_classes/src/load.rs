//! Balance of the classes of a channel.

use crate::classes::{Class, Classes};
use crate::routes::Routes;

/// Mean over all channels with a hop of one class: the packets in the channel's most used class over the mean of its classes. 1.0 is
/// perfect, the number of classes is the worst. A hop of any class counts equally for all classes. 1.0 without such channels.
pub fn imbalance(routes: &Routes, classes: &Classes) -> f64 {
    let count = classes.count();
    let mut load = vec![0.0; routes.channels().len() * count];
    let mut classed = vec![false; routes.channels().len()];
    for hop in 0..routes.hops() {
        let (Some(channel), flow) = (routes.channel(hop), f64::from(routes.flow(hop))) else { continue };
        match classes.of(hop) {
            Class::One(class) => {
                load[channel * count + usize::from(class)] += flow;
                classed[channel] = true;
            }
            Class::Any => load[channel * count..(channel + 1) * count].iter_mut().for_each(|load| *load += flow / count as f64),
        }
    }
    let of = load.chunks_exact(count.max(1)).zip(classed).filter(|(load, classed)| *classed && load.iter().sum::<f64>() > 0.0);
    let (sum, channels) = of.fold((0.0, 0), |(sum, channels), (load, _)| {
        let most = load.iter().copied().fold(0.0, f64::max);
        (sum + most * count as f64 / load.iter().sum::<f64>(), channels + 1)
    });
    if channels == 0 { 1.0 } else { sum / f64::from(channels) }
}
