//! A function of a word that is chosen from others: of each of those, and then chosen.
//!
//! What the next clock's buffers hold is what one of this clock's places or the link holds. So what is known of the routes of those is known of
//! routes in the next clock, and need not be found out again by the solver.

use std::collections::BTreeMap;

use torusmith_contract::vector;

use crate::aig::{Aig, Edge};

/// `of` a word; the same function as that of the word as it is, whatever the word.
pub fn by_cases(aig: &mut Aig, word: &[Edge], of: &mut dyn FnMut(&mut Aig, &[Edge]) -> Vec<Edge>) -> Vec<Edge> {
    let Some(select) = select(aig, word) else { return of(aig, word) };
    let (yes, no): (Vec<Edge>, Vec<Edge>) = word.iter().map(|bit| halves(aig, *bit, select)).unzip();
    let (yes, no) = (by_cases(aig, &yes, of), by_cases(aig, &no, of));
    vector::mux(aig, select, &yes, &no)
}

/// Variable that selects most bits of the word, if the word has two bits or more.
fn select(aig: &Aig, word: &[Edge]) -> Option<Edge> {
    let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
    for bit in word {
        let chosen = match (mux(aig, *bit), aig.sides(bit.node())) {
            (Some((select, ..)), _) => vec![select],
            (None, Some((a, b))) if !bit.negated() => vec![a, b],
            _ => Vec::new(),
        };
        chosen.into_iter().for_each(|select| *votes.entry(select.node()).or_default() += 1);
    }
    let most = votes.values().copied().max().filter(|most| *most > 1)?;
    let node = votes.into_iter().find(|(_, votes)| *votes == most)?.0;
    Some(Edge::of(node))
}

/// Value of a bit if `select` is 1, and if it is 0; the bit itself if the two cases are not visible.
fn halves(aig: &Aig, bit: Edge, select: Edge) -> (Edge, Edge) {
    match (mux(aig, bit), aig.sides(bit.node())) {
        (Some((by, yes, no)), _) if by == select => (yes, no),
        (Some((by, yes, no)), _) if by == !select => (no, yes),
        (_, Some((a, b))) if !bit.negated() => {
            let other = if a.node() == select.node() { b } else { a };
            match [a, b] {
                sides if sides.contains(&select) => (other, Edge::FALSE),
                sides if sides.contains(&!select) => (Edge::FALSE, other),
                _ => (bit, bit),
            }
        }
        _ => (bit, bit),
    }
}

/// Of a bit that is `yes` if `select`, else `no`: these three.
fn mux(aig: &Aig, bit: Edge) -> Option<(Edge, Edge, Edge)> {
    let (a, b) = aig.sides(bit.node()).filter(|_| bit.negated())?;
    let of = |half: Edge| aig.sides(half.node()).filter(|_| half.negated());
    let ((a0, a1), (b0, b1)) = (of(a)?, of(b)?);
    let ways = [(a0, a1, b0, b1), (a0, a1, b1, b0), (a1, a0, b0, b1), (a1, a0, b1, b0)];
    ways.into_iter().find(|(select, _, other, _)| *select == !*other).map(|(select, yes, _, no)| (select, yes, no))
}

#[cfg(test)]
mod tests {
    use torusmith_contract::Gates;

    use super::*;

    #[test]
    fn a_word_that_is_chosen_is_a_function_of_its_choices() {
        let mut aig = Aig::default();
        let [a, b, c] = [(); 3].map(|()| aig.variables(3));
        let (first, second, reset) = (aig.variable(), aig.variable(), aig.variable());
        let word = vector::mux(&mut aig, second, &b, &c);
        let word = vector::mux(&mut aig, first, &a, &word);
        let word = vector::when(&mut aig, !reset, &word);
        let mut asked = Vec::new();
        let found = by_cases(&mut aig, &word, &mut |aig, word| {
            asked.push(word.to_vec());
            vec![vector::all(aig, word.iter().copied())]
        });
        asked.sort();
        assert_eq!(asked, [vec![Edge::FALSE; 3], a.clone(), b.clone(), c.clone()]);
        let [a, b, c] = [a, b, c].map(|word| vector::all(&mut aig, word));
        let expected = aig.mux(second, b, c);
        let expected = aig.mux(first, a, expected);
        assert_eq!(found, [aig.and(!reset, expected)]);
    }
}
