//! Values of flags: parsers for clap, and the refusal of a value.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use strum::VariantNames;
use torusmith_design::OptionRange;

/// Allowed values, in a refusal.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Allowed(pub String);

/// The refusal of a value: field, value, and what is allowed.
pub fn not_allowed(field: impl Display, value: impl Display, allowed: impl Display) -> anyhow::Error {
    anyhow::anyhow!("{field} = {value} is not allowed; allowed: {allowed}")
}

/// A number of a range, both ends included; `unit` stands behind the range where it is told.
pub fn within<N>(range: RangeInclusive<N>, unit: &'static str) -> impl Fn(&str) -> Result<N, Allowed> + Clone
where
    N: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| Allowed(format!("{} to {}{unit}", range.start(), range.end())))
    }
}

/// A number of an option's range.
pub fn in_range<N: TryFrom<usize>>(range: OptionRange) -> impl Fn(&str) -> Result<N, Allowed> + Clone {
    let within = within(range.inclusive(), "");
    move |text| N::try_from(within(text)?).map_err(|_| Allowed(range.to_string()))
}

/// A whole number that is not too low.
pub fn at_least<N>(least: N) -> impl Fn(&str) -> Result<N, Allowed> + Clone
where
    N: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.trim().parse().ok().filter(|number| *number >= least);
        number.ok_or_else(|| Allowed(format!("{least} and more")))
    }
}

/// How many clocks at the start of a run do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WarmUp {
    /// As many as it takes to become steady.
    Auto,
    /// So many.
    Clocks(u64),
}

/// A number of clocks, or `auto`.
pub fn clocks_or_auto(text: &str) -> Result<WarmUp, Allowed> {
    let clocks = if text.trim() == "auto" { Some(WarmUp::Auto) } else { text.trim().parse().ok().map(WarmUp::Clocks) };
    clocks.ok_or_else(|| Allowed("0 and more, or auto".into()))
}

/// An offered load.
pub fn rate(text: &str) -> Result<f64, Allowed> {
    within(0.0..=1.0, " flits a node and clock (a port takes one flit a clock)")(text)
}

/// A value by its name, one of those that its type has.
pub fn name_of<T: VariantNames>() -> Named<T> {
    one_of(T::VARIANTS.iter().copied())
}

/// A value by one of these names.
pub fn one_of<T>(names: impl IntoIterator<Item = impl Into<PossibleValue>>) -> Named<T> {
    Named { names: PossibleValuesParser::new(names), value: PhantomData }
}

/// See [`one_of`].
pub struct Named<T> {
    names: PossibleValuesParser,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for Named<T> {
    fn clone(&self) -> Self {
        Self { names: self.names.clone(), value: PhantomData }
    }
}

impl<T: FromStr + Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let trimmed = value.to_str().map_or(value, |text| OsStr::new(text.trim()));
        let name = self.names.parse_ref(command, arg, trimmed)?;
        name.parse().map_err(|_| clap::Error::raw(ErrorKind::InvalidValue, format!("{name} is a name without a value")))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.names.possible_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_their_range_does() {
        let percent = within(1..=100, " %");
        assert_eq!((percent("1").unwrap(), percent(" 100").unwrap()), (1, 100));
        for text in ["0", "101", "-1", "1.5", "", "much"] {
            assert_eq!(percent(text).unwrap_err().to_string(), "1 to 100 %", "{text}");
        }
        assert_eq!(at_least(1u64)("0").unwrap_err().to_string(), "1 and more");
        assert_eq!((rate("0").unwrap(), rate("1").unwrap()), (0.0, 1.0));
        for text in ["nan", "-0.1", "1.01", "inf"] {
            assert!(rate(text).is_err(), "{text}");
        }
    }
}
