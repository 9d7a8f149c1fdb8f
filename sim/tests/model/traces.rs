//! Small situations, clock by clock: the values are worked out manually from docs/router.md, and both engines must show them.
//!
//! A flit sent by a network interface in clock t is in the first buffer in t+1; a lone head then leaves every router in two clocks
//! (`PIPELINE` = 2), so that it is in the buffer of node 0 in t+3 and, if granted, in its output register in t+4.

use torusmith_sim::config::{Pipeline, RouterConfig};

use super::star::{Star, only, play};

fn config(vcs: usize, depth: usize, pipeline: Pipeline, reuse_empty: u8) -> RouterConfig {
    RouterConfig { vcs, depth, pipeline, reuse_empty, ..RouterConfig::default() }
}

/// Two packets of 2 flits from nodes 1 and 2 meet at node 0 in clock 3. Port 1 comes first (SA4, pointer 0), its head is in the register in
/// 4, its tail follows. The VC has credits all along, so the other head is called in every clock (VC4): void in 4 (RQ4), it wins in 5, right behind
/// the tail (VC1).
#[test]
fn two_heads_contend_and_the_tail_leaves_no_bubble() {
    play(config(1, 4, Pipeline::Two, 0), only([1; 4]), &[(1, 3, 2, 0), (2, 3, 2, 0)], 20, |seen| {
        assert_eq!(seen.flits(0, 3), [(4, 0, 0, 0), (5, 0, 1, 0), (6, 1, 0, 0), (7, 1, 1, 0)]);
        assert_eq!(seen.flits(3, 0), [(6, 0, 0, 0), (7, 0, 1, 0), (8, 1, 0, 0), (9, 1, 1, 0)]);
        assert_eq!(seen.credits(0, 1), [(4, 0), (5, 0)]); // ST2
        assert_eq!(seen.credits(0, 2), [(6, 0), (7, 0)]);
        assert_eq!(seen.traces[3], "     3 | 1.0 #0:0; 2.0 #1:0 | SA 1.0>3 granted; SA 2.0>3 lost | -");
        assert_eq!(seen.traces[4], "     4 | 1.0 #0:1 >3.0; 2.0 #1:0-1 | SA 1.0>3 granted; SA 2.0 void | out 3.0 #0:0; credit 1.0");
    });
}

/// The pointer of output 3 has moved past port 1 (SA4), so of two heads that meet later port 2 comes first.
#[test]
fn an_output_pointer_moves_behind_the_winner() {
    play(config(1, 4, Pipeline::Two, 0), only([1; 4]), &[(1, 3, 1, 0), (1, 3, 1, 10), (2, 3, 1, 10)], 30, |seen| {
        assert_eq!(seen.flits(0, 3), [(4, 0, 0, 0), (14, 2, 0, 0), (15, 1, 0, 0)]);
    });
}

/// Packets 0 (to node 3, VC 0) and 1 (to node 2, VC 1) stream through node 0 until their tails leave in clock 18. Packet 2 (to node 2) waits at
/// VC 1 of port 1 from clock 7, packet 3 (to node 3) at VC 0 from 8. From then on both ask in every clock, as the VCs they want have credits (VC4);
/// each void pick moves the input pointer to the other: VC 1 is picked in 7, 9, .. 17, VC 0 in 8, 10, .. 18, and VC 1 again in 19, when its VC is
/// free. Had void requests left the pointer at 0, VC 0 would be first.
#[test]
fn a_void_head_moves_its_input_pointer() {
    let jobs = [(2, 3, 16, 0), (3, 2, 16, 0), (1, 2, 1, 4), (1, 3, 1, 4)];
    play(config(2, 4, Pipeline::Two, 0), only([0b11, 0b11, 0b10, 0b01]), &jobs, 60, |seen| {
        for clock in 7..19 {
            let void = if clock % 2 == 1 { "SA 1.1 void" } else { "SA 1.0 void" };
            assert!(seen.traces[clock].contains(void), "{}", seen.traces[clock]);
        }
        assert_eq!(seen.flits(0, 3).last(), Some(&(21, 3, 0, 0)));
        assert_eq!(seen.flits(0, 2).last(), Some(&(20, 2, 0, 1)));
        assert_eq!(seen.flits(0, 3)[..16], std::array::from_fn::<_, 16, _>(|k| (4 + k as u64, 0, k, 0)));
    });
}

/// D = 1: a place is free again, for the switch, four clocks after its flit won (VC2): one flit every four clocks. The network interface
/// counts its credit three clocks after it sent.
#[test]
fn a_credit_counts_in_the_clock_after_it_was_on_the_link() {
    play(config(1, 1, Pipeline::Two, 0), only([1; 4]), &[(1, 0, 3, 0)], 30, |seen| {
        assert_eq!(seen.credits(1, 0), [(2, 0), (6, 0), (10, 0)]);
        assert_eq!(seen.flits(1, 1), [(2, 0, 0, 0), (6, 0, 1, 0), (10, 0, 2, 0)]);
        assert_eq!(seen.flits(0, 0), [(4, 0, 0, 0), (8, 0, 1, 0), (12, 0, 2, 0)]);
    });
}

/// `REUSE_EMPTY`: the first packet's flits win in 3 and 4, the last credit is counted in 8, so the second head wins in 8.
#[test]
fn a_vc_to_be_reused_empty_waits_for_all_its_credits() {
    play(config(1, 4, Pipeline::Two, 1), only([1; 4]), &[(1, 3, 2, 0), (2, 3, 2, 0)], 30, |seen| {
        assert_eq!(seen.flits(0, 3), [(4, 0, 0, 0), (5, 0, 1, 0), (9, 1, 0, 0), (10, 1, 1, 0)]);
        assert_eq!(seen.flits(3, 0), [(6, 0, 0, 0), (7, 0, 1, 0), (11, 1, 0, 0), (12, 1, 1, 0)]);
    });
}

/// A single flit owns nothing with `PIPELINE` = 2 (SA5): one after the other, without a gap, on the lowest VC.
#[test]
fn single_flits_follow_each_other_on_one_vc() {
    play(config(2, 4, Pipeline::Two, 0), only([0b11; 4]), &[(1, 3, 1, 0), (2, 3, 1, 0), (2, 3, 1, 1)], 30, |seen| {
        assert_eq!(seen.flits(0, 3), [(4, 0, 0, 0), (5, 1, 0, 0), (6, 2, 0, 0)]);
    });
}

/// An input sends a body flit before any head (SA1), whatever its pointer says. Packet 1 comes to VC 1 of port 1 behind the head of packet 0
/// on VC 0, and waits until that packet's tail has left, although its own output is free.
#[test]
fn bodies_go_before_heads() {
    let jobs = [(1, 3, 6, 0), (1, 2, 1, 0)];
    play(config(2, 4, Pipeline::Two, 0), only([0b11, 0b11, 0b10, 0b01]), &jobs, 30, |seen| {
        assert_eq!(seen.flits(0, 3), std::array::from_fn::<_, 6, _>(|k| (4 + k as u64, 0, k, 0)));
        assert_eq!(seen.flits(0, 2), [(10, 1, 0, 1)]);
    });
}

/// D = 1: packet 0 takes VC 1 of output 3 in 3 and sends every four clocks. A fresh head asks for its first candidate only: packet 1 is void in 5.
/// In that clock VC 1 has no credit, and none is on the link before 6 (VC2): the second candidate alone calls (VC4), and is asked for in 6 (RQ3 b).
/// Its tail, sent in 5 by the network interface, follows four clocks behind its head.
#[test]
fn a_waiting_head_takes_the_first_candidate_that_calls() {
    let star = Star { second: [0, 0, 0, 0b01], ..only([0b11, 0b11, 0b11, 0b10]) };
    play(config(2, 1, Pipeline::Two, 0), star, &[(2, 3, 4, 0), (1, 3, 2, 2)], 60, |seen| {
        assert!(seen.traces[5].contains("SA 1.1 void"), "{}", seen.traces[5]);
        assert!(seen.traces[6].contains("SA 1.1>3 granted"), "{}", seen.traces[6]);
        assert_eq!(seen.flits(0, 3), [(4, 0, 0, 1), (7, 1, 0, 0), (8, 0, 1, 1), (11, 1, 1, 0), (12, 0, 2, 1), (16, 0, 3, 1)]);
    });
}

/// D = 4: packet 0 takes VC 1 of output 3 and streams until its tail leaves in 18, and its VC is never without a credit, so the first candidate calls
/// all the time (VC4). Packet 1 asks for it in vain from 5 to 18, the free second candidate notwithstanding, and takes it in 19.
#[test]
fn a_candidate_calls_while_a_packet_holds_its_vc() {
    let star = Star { second: [0, 0, 0, 0b01], ..only([0b11, 0b11, 0b11, 0b10]) };
    play(config(2, 4, Pipeline::Two, 0), star, &[(2, 3, 16, 0), (1, 3, 2, 2)], 60, |seen| {
        assert!((5..19).all(|clock| seen.traces[clock].contains("SA 1.1 void")), "{}", seen.traces[6]);
        assert_eq!(seen.flits(0, 3)[..16], std::array::from_fn::<_, 16, _>(|k| (4 + k as u64, 0, k, 1)));
        assert_eq!(seen.flits(0, 3)[16..], [(20, 1, 0, 1), (21, 1, 1, 1)]);
    });
}

/// D = 1: packet 0's flits win in 3, 7, 11 and its tail in 15; each credit is on the link three clocks later. So packet 1, fresh in 5, is called (VC4) in
/// 6 and 7, 10 and 11, 14 and 15, and asks a clock after each: void, in 16 because the tail has taken the credit. Called in 18, it wins in 19.
#[test]
fn no_credit_no_call() {
    play(config(2, 1, Pipeline::Two, 0), only([0b11, 0b11, 0b11, 0b10]), &[(2, 3, 4, 0), (1, 3, 2, 2)], 60, |seen| {
        let void: Vec<usize> = (4..19).filter(|&clock| seen.traces[clock].contains("SA 1.1 void")).collect();
        assert_eq!(void, [5, 7, 8, 11, 12, 15, 16]);
        assert_eq!(seen.flits(0, 3), [(4, 0, 0, 1), (8, 0, 1, 1), (12, 0, 2, 1), (16, 0, 3, 1), (20, 1, 0, 1), (24, 1, 1, 1)]);
    });
}

/// N3: a flit sent in t leaves the first buffer in t+1, its credit is on the link in t+2 and counts in t+3. With D = 4 single flits find a credit in every
/// clock. Behind a packet of n flits, 2 to 4, the counter is 2 in n and goes up by one a clock, so that the next one has room in 2, 4 and 6; behind 5
/// flits it is 2 in 5, and 4, which is enough for any length, in 7.
#[test]
fn a_packet_starts_when_its_vc_has_room_for_it() {
    for (flits, second) in [(1, 1), (2, 2), (3, 4), (4, 6), (5, 7)] {
        let jobs = [(1, 0, flits, 0); 2];
        play(config(1, 4, Pipeline::Two, 0), only([1; 4]), &jobs, 40, |seen| {
            let heads: Vec<u64> = seen.flits(1, 1).into_iter().filter(|flit| flit.2 == 0).map(|flit| flit.0).collect();
            assert_eq!(heads, [2, 2 + second], "{flits}");
        });
    }
    play(config(1, 4, Pipeline::Two, 0), only([1; 4]), &[(1, 0, 1, 0); 9], 40, |seen| {
        assert_eq!(seen.flits(1, 1), std::array::from_fn::<_, 9, _>(|k| (2 + k as u64, k as u32, 0, 0)));
    });
}

/// N3: the counters of VCs 0 and 1 are 4 and 4 in clock 0, then 3 and 4, 3 and 3, 3 and 3 (the first credit of VC 0 counts in 3), 2 and 4, 3 and 3.
#[test]
fn a_packet_starts_on_the_vc_with_the_most_credits() {
    play(config(2, 4, Pipeline::Two, 0), only([1; 4]), &[(1, 0, 1, 0); 6], 40, |seen| {
        assert_eq!(seen.credits(1, 0), [(2, 0), (3, 1), (4, 0), (5, 0), (6, 1), (7, 0)]);
    });
}

/// N3: VC 0 takes a packet with 4 credits only, in 0, 3 and 6; in the clocks between VC 1 does, which has 4, 3, 3 and 3.
#[test]
fn a_vc_to_be_reused_empty_waits_for_all_its_credits_at_the_source_too() {
    play(config(2, 4, Pipeline::Two, 0b01), only([0b10; 4]), &[(1, 0, 1, 0); 7], 40, |seen| {
        assert_eq!(seen.credits(1, 0), [(2, 0), (3, 1), (4, 1), (5, 0), (6, 1), (7, 1), (8, 0)]);
    });
}
