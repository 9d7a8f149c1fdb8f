//! Three clocks a hop in small situations: values worked out manually from docs/router.md, clock by clock.

use torusmith_sim::config::{Pipeline, RouterConfig};

use super::star::{Star, only, play};

fn config(vcs: usize, depth: usize, pipeline: Pipeline, reuse_empty: u8) -> RouterConfig {
    RouterConfig { vcs, depth, pipeline, reuse_empty, ..RouterConfig::default() }
}

/// `PIPELINE` = 3: both heads are called in 4, as they come to the front (VA5 b), and ask for a VC. The first gets it and leaves in 5, its tail in 6. The
/// second has lost and stays called; in 5 and 6 it is void, asks for nothing (VA2), and stays called as no other waits (VA5 c). It gets the VC in 7 and
/// leaves in 8.
#[test]
fn three_clocks_give_a_head_its_vc_first() {
    play(config(1, 4, Pipeline::Three, 0), only([1; 4]), &[(1, 3, 2, 0), (2, 3, 2, 0)], 30, |seen| {
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 0), (7, 0, 1, 0), (9, 1, 0, 0), (10, 1, 1, 0)]);
        assert!(seen.traces[4].contains("VA 1.0>3 granted; VA 2.0>3 lost"), "{}", seen.traces[4]);
        assert!(seen.traces[5].contains("SA 1.0>3 granted; VA 2.0 void"), "{}", seen.traces[5]);
        assert!(seen.traces[6].contains("VA 2.0 void"), "{}", seen.traces[6]);
        assert!(seen.traces[7].contains("VA 2.0>3 granted"), "{}", seen.traces[7]);
    });
}

/// `PIPELINE` = 3: packet 0 takes VC 1 of output 3 in 4, so the port's pointer in VA is 3 (VA3); its flits win the switch in 5 and 6, and VC 1, which
/// is in `REUSE_EMPTY`, calls again in 10, when its last credit is on the link (VC4). Packet 1 is void in 6. Not called by VC 1 then, it asks for the second
/// candidate in 7, and VC 0 is free. Fresh packet 2 of the local port, which is before it in the order 3, 0, 1, 2, is void in 7 and asks for nothing (VA2):
/// packet 1 is granted, and leaves in 8. Packet 2 asks for VC 0 by then: void in 8, given it in 9.
#[test]
fn a_void_head_leaves_the_port_to_one_with_a_free_vc() {
    let star = Star { second: [0, 0, 0, 0b01], ..only([0b11, 0b11, 0b11, 0b10]) };
    let jobs = [(2, 3, 2, 0), (1, 3, 1, 2), (0, 3, 1, 6)];
    play(config(2, 4, Pipeline::Three, 0b10), star, &jobs, 40, |seen| {
        assert!(seen.traces[6].contains("| SA 2.1>3 granted; VA 1.1 void |"), "{}", seen.traces[6]);
        assert_eq!(seen.traces[7], "     7 | 0.0 #2:0; 1.1 #1:0 | VA 0.0 void; VA 1.1>3 granted | out 3.1 #0:1 tail; credit 2.1");
        assert!(seen.traces[8].contains("| SA 1.1>3 granted; VA 0.0 void |"), "{}", seen.traces[8]);
        assert!(seen.traces[9].contains("| VA 0.0>3 granted |"), "{}", seen.traces[9]);
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 1), (7, 0, 1, 1), (9, 1, 0, 0), (11, 2, 0, 0)]);
    });
}

/// `PIPELINE` = 3: packet 0 holds VC 0 of output 3 from 5 until its tail wins in 7. Packets 3 (local port) and 1 (VC 0 of port 1) come to the front in 5
/// and want it: void in 5, 6 and 7. Packet 3 waits alone at its port and stays called (VA5 c). Packet 1 is called in 5; packet 2, on the link in 5, is called
/// for 6 instead of it (b) and gets its VC. In 6 packet 1 waits and is called for 7, before packet 4, which is on the link (a before b). In 7
/// packet 4 waits in VC 2 and is called for 8, packet 1 again for 9 (a, both times). Output 3 gives packet 3 the VC in 8; its only flit leaves in 9, and
/// packet 1, void in 9, has it in 10.
#[test]
fn who_is_called_when_others_wait() {
    let jobs = [(2, 3, 3, 0), (1, 3, 1, 1), (1, 2, 1, 1), (0, 3, 1, 4), (1, 0, 1, 1)];
    play(config(3, 4, Pipeline::Three, 0), only([0b100, 0b111, 0b010, 0b001]), &jobs, 40, |seen| {
        let inputs = "0.0 #3:0; 1.0 #1:0; 2.0 #0:0-1 >3.0";
        assert_eq!(seen.traces[5], format!("     5 | {inputs} | SA 2.0>3 granted; VA 0.0 void; VA 1.0 void | -"));
        assert!(seen.traces[6].contains("| SA 2.0>3 granted; VA 0.0 void; VA 1.1>2 granted |"), "{}", seen.traces[6]);
        assert!(seen.traces[7].contains("| SA 1.1>2 granted; SA 2.0>3 granted; VA 0.0 void; VA 1.0 void |"), "{}", seen.traces[7]);
        assert!(seen.traces[8].contains("| VA 0.0>3 granted; VA 1.2>0 granted |"), "{}", seen.traces[8]);
        assert!(seen.traces[9].contains("| SA 0.0>3 granted; SA 1.2>0 granted; VA 1.0 void |"), "{}", seen.traces[9]);
        assert!(seen.traces[10].contains("| VA 1.0>3 granted |"), "{}", seen.traces[10]);
        assert_eq!(seen.flits(0, 0), [(10, 4, 0, 0)]);
        assert_eq!(seen.flits(0, 2), [(8, 2, 0, 1)]);
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 0), (7, 0, 1, 0), (8, 0, 2, 0), (10, 3, 0, 0), (12, 1, 0, 0)]);
    });
}

/// `PIPELINE` = 3: packet 1 asks in 4 and loses, so it stays called (VA5), although packet 2 is on the link of its port in 4. In 5 it is void, and packet 2
/// waits: that one is called for 6, and packet 1 for 7 (a, both times). It takes the VC that packet 0's only flit has left in 5.
#[test]
fn a_head_that_lost_stays_called() {
    let jobs = [(1, 3, 1, 0), (2, 3, 1, 0), (2, 1, 1, 1)];
    play(config(2, 4, Pipeline::Three, 0), only([0b11, 0b10, 0b11, 0b01]), &jobs, 30, |seen| {
        let picks = |clock: usize| seen.traces[clock].split(" | ").nth(2).unwrap();
        assert_eq!(picks(4), "VA 1.0>3 granted; VA 2.0>3 lost");
        assert_eq!(picks(5), "SA 1.0>3 granted; VA 2.0 void");
        assert_eq!(picks(6), "VA 2.1>1 granted");
        assert_eq!(picks(7), "SA 2.1>1 granted; VA 2.0>3 granted");
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 0), (9, 1, 0, 0)]);
        assert_eq!(seen.flits(0, 1), [(8, 2, 0, 1)]);
    });
}

/// `PIPELINE` = 3, two classes: heads of both want output 3 in 4, and its two arbiters give each its VC (VA3). Port 0 has one arbiter for all: there one of
/// the two loses in 4, and takes the other VC in 5.
#[test]
fn two_classes_are_given_vcs_of_one_output_in_one_clock() {
    let star = Star { classes: 2, ..only([0b11; 4]) };
    play(config(2, 4, Pipeline::Three, 0), star, &[(1, 3, 1, 0), (2, 3, 1, 0)], 30, |seen| {
        assert!(seen.traces[4].contains("| VA 1.1>3 granted; VA 2.0>3 granted |"), "{}", seen.traces[4]);
        assert!(seen.traces[5].contains("| SA 1.1>3 granted; SA 2.0>3 lost |"), "{}", seen.traces[5]);
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 1), (7, 1, 0, 0)]);
    });
    play(config(2, 4, Pipeline::Three, 0), star, &[(1, 0, 1, 0), (2, 0, 1, 0)], 30, |seen| {
        assert!(seen.traces[4].contains("| VA 1.1>0 granted; VA 2.0>0 lost |"), "{}", seen.traces[4]);
        assert!(seen.traces[5].contains("| SA 1.1>0 granted; VA 2.0>0 granted |"), "{}", seen.traces[5]);
        assert_eq!(seen.flits(0, 0), [(6, 0, 0, 0), (7, 1, 0, 1)]);
    });
}

/// `PIPELINE` = 3, two classes: packet 0 of class 0 leaves its arbiter's pointer at 3, packet 1 of class 1 that of its own at 2 (VA3). So when packets 2 and
/// 3, both of class 0, meet in 24, the local port comes first.
#[test]
fn the_arbiter_of_a_class_has_a_pointer_of_its_own() {
    let star = Star { classes: 2, ..only([0b11; 4]) };
    play(config(2, 4, Pipeline::Three, 0), star, &[(2, 3, 1, 0), (1, 3, 1, 10), (2, 3, 1, 20), (0, 3, 1, 23)], 50, |seen| {
        assert!(seen.traces[24].contains("| VA 0.0>3 granted; VA 2.0>3 lost |"), "{}", seen.traces[24]);
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 0), (16, 1, 0, 1), (26, 3, 0, 0), (28, 2, 0, 0)]);
    });
}

/// `PIPELINE` = 3: packet 0 holds VC 0 of output 3 until its tail wins in 8. Packet 1 is void in 5, alone, while packet 2 is on the link of its port: that
/// one is called for 6 (VA5 b before c) and given its VC at once. In 6 packet 1 has waited (VA5 a); void in 7 and 8, it takes the VC in 9.
#[test]
fn a_head_that_comes_is_called_before_a_void_one() {
    let jobs = [(2, 3, 4, 0), (1, 3, 1, 1), (1, 2, 1, 1)];
    play(config(2, 8, Pipeline::Three, 0), only([0b11, 0b11, 0b10, 0b01]), &jobs, 40, |seen| {
        let picks = |clock: usize| seen.traces[clock].split(" | ").nth(2).unwrap();
        assert_eq!(picks(5), "SA 2.0>3 granted; VA 1.0 void");
        assert_eq!(picks(6), "SA 2.0>3 granted; VA 1.1>2 granted");
        assert_eq!(picks(7), "SA 1.1>2 granted; SA 2.0>3 granted; VA 1.0 void");
        assert_eq!(picks(8), "SA 2.0>3 granted; VA 1.0 void");
        assert_eq!(picks(9), "VA 1.0>3 granted");
        assert_eq!(seen.flits(0, 2), [(8, 2, 0, 1)]);
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 0), (7, 0, 1, 0), (8, 0, 2, 0), (9, 0, 3, 0), (11, 1, 0, 0)]);
    });
}

/// `PIPELINE` = 3: the VCs that three waiting heads of one input want are held all the while. Each is called in every third clock: the next one is the
/// first behind the one called (VA5 a). Packets 0 and 1 hold VCs 0 and 2 of output 3, packet 2 holds VC 1 of output 2.
#[test]
fn void_heads_of_an_input_are_called_in_turn() {
    let jobs = [(0, 3, 60, 0), (2, 3, 60, 0), (3, 2, 60, 0), (1, 3, 10, 4), (1, 3, 1, 4), (1, 2, 1, 4)];
    play(config(3, 8, Pipeline::Three, 0), only([0, 0, 0b010, 0b101]), &jobs, 400, |seen| {
        let called =
            |clock: usize| (0..3).find(|v| seen.traces[clock].contains(&format!("; VA 1.{v} void"))).expect("a call in every clock");
        for clock in 30..60 {
            assert_eq!(called(clock), (called(30) + clock - 30) % 3, "{}", seen.traces[clock]);
        }
    });
}

/// `PIPELINE` = 3: packet 1 holds VC 0 of output 2 all the while, packet 0 VC 1 of output 3 until its tail wins in 10. Packet 2 waits in VC 1 of port 1 from 6,
/// with packet 3 behind it from 8; packet 4 comes to VC 0 in 10, is called (VA5 b), and is void. So packet 2 is called for 11 (a), is given its VC, and
/// leaves in 12. In 12 packet 4 is called and void, the only head that waits, and packet 5 is on the link: called for 13 (b). In 13 it is given a VC, and
/// packets 4 and 3, which has come to the front, both wait: the first behind VC 2 is packet 4 in VC 0, called for 14; packet 3 is called for 15.
#[test]
fn the_first_behind_the_one_called_is_next_however_that_one_was_called() {
    let jobs = [(2, 3, 6, 0), (3, 2, 30, 0), (1, 3, 1, 2), (1, 3, 1, 2), (1, 2, 1, 6), (1, 0, 1, 9)];
    play(config(3, 8, Pipeline::Three, 0), only([0b100, 0, 0b001, 0b010]), &jobs, 80, |seen| {
        let picks = |clock: usize| seen.traces[clock].split(" | ").nth(2).unwrap();
        assert_eq!(picks(10), "SA 2.1>3 granted; SA 3.0>2 granted; VA 1.0 void");
        assert_eq!(picks(11), "SA 3.0>2 granted; VA 1.1>3 granted");
        assert_eq!(picks(12), "SA 1.1>3 granted; SA 3.0>2 granted; VA 1.0 void");
        assert_eq!(picks(13), "SA 3.0>2 granted; VA 1.2>0 granted");
        assert_eq!(picks(14), "SA 1.2>0 granted; SA 3.0>2 granted; VA 1.0 void");
        assert_eq!(picks(15), "SA 3.0>2 granted; VA 1.1>3 granted");
    });
}

/// `PIPELINE` = 3: three heads are called in 4, and output 3 gives one VC a clock (VA3): to packet 2 at the local port in 4, packet 0 at port 1 in 5, packet
/// 1 at port 2 in 6. The switch turns from 5 on (SA4): the local port wins in 5, 8, 11 and 14, port 1 in 6, 9, 12 and 15, and port 2 in 7, 10, 13, as each
/// asks in its turn. Packet 3 comes to VC 1 of port 1 in 8 and is given VC 1 of output 2. VC 0 has lost in 7 and 8 and stays picked (VA7), wins in 9, and
/// VC 1 is picked for 10 (a). It wins, so VC 0 is for 11 (a), the local port's turn: VC 0 stays picked for 12, although packet 3 has flits and output 2 is
/// idle. The same again in 13 to 15. Then packet 0's tail has left: packet 3's last two flits leave in 16 (a) and 17 (c).
#[test]
fn a_flit_that_lost_stays_picked() {
    let jobs = [(1, 3, 4, 0), (2, 3, 20, 0), (0, 3, 20, 3), (1, 2, 4, 0)];
    play(config(3, 8, Pipeline::Three, 0), only([0, 0, 0b010, 0b111]), &jobs, 120, |seen| {
        let picks = |clock: usize| seen.traces[clock].split(" | ").nth(2).unwrap();
        assert_eq!(picks(8), "SA 0.0>3 granted; SA 1.0>3 lost; SA 2.0>3 lost; VA 1.1>2 granted");
        assert_eq!(picks(9), "SA 0.0>3 lost; SA 1.0>3 granted; SA 2.0>3 lost");
        assert_eq!(picks(10), "SA 0.0>3 lost; SA 1.1>2 granted; SA 2.0>3 granted");
        assert_eq!(picks(11), "SA 0.0>3 granted; SA 1.0>3 lost; SA 2.0>3 lost");
        assert_eq!(picks(12), "SA 0.0>3 lost; SA 1.0>3 granted; SA 2.0>3 lost");
        assert_eq!(seen.flits(0, 2), [(11, 3, 0, 1), (14, 3, 1, 1), (17, 3, 2, 1), (18, 3, 3, 1)]);
    });
}

/// `PIPELINE` = 3: packet 0 at port 1 has VC 0 of output 3 in 4, packet 3 at port 2 VC 1 in 5. Packet 0's flits win in 5, 7 and 9, packet 3's in between (SA4).
/// Packet 1 comes to VC 1 of port 1 in 9 and is given a VC: it is picked for 10 (VA7 b), before VC 0, which has won in 9 and has more (c). It wins; VC 0 waits
/// and is picked for 11 (a), before VC 1, which has its tail (c). Output 3's pointer is behind port 2: VC 0 wins in 11, and packet 2 in VC 2 is given a VC.
/// All three could go in 12: VC 1 has waited (a), and goes before VC 2 (b) and VC 0 (c). It wins with its tail. In 12 both others have waited: VC 2 is the
/// first behind VC 1, picked for 13, then VC 0 with its tail for 14, and VC 2 with its own for 15.
#[test]
fn who_is_picked_when_others_wait() {
    let jobs = [(1, 3, 5, 0), (1, 2, 2, 0), (1, 0, 2, 0), (2, 3, 16, 0)];
    play(config(3, 8, Pipeline::Three, 0), only([0b100, 0, 0b010, 0b011]), &jobs, 60, |seen| {
        let picks = |clock: usize| seen.traces[clock].split(" | ").nth(2).unwrap();
        assert_eq!(picks(9), "SA 1.0>3 granted; SA 2.0>3 lost; VA 1.1>2 granted");
        assert_eq!(picks(10), "SA 1.1>2 granted; SA 2.0>3 granted");
        assert_eq!(picks(11), "SA 1.0>3 granted; SA 2.0>3 lost; VA 1.2>0 granted");
        assert_eq!(picks(12), "SA 1.1>2 granted; SA 2.0>3 granted");
        assert_eq!(picks(13), "SA 1.2>0 granted; SA 2.0>3 granted");
        assert_eq!(picks(14), "SA 1.0>3 granted; SA 2.0>3 lost");
        assert_eq!(picks(15), "SA 1.2>0 granted; SA 2.0>3 granted");
        assert_eq!(seen.flits(0, 0), [(14, 2, 0, 0), (16, 2, 1, 0)]);
        assert_eq!(seen.flits(0, 2), [(11, 1, 0, 1), (13, 1, 1, 1)]);
    });
}

/// VC 0 streams at port 1, with packet 1 in VC 2 and packet 2 in VC 1. VC 2 is picked for 10, and VC 0 for 11. Then VC 1, which has been given a VC
/// in 11, is the first after VC 0, but VC 2 had one in 11 already: it is picked for 12 (VA7 a before b). After it VC 0 comes first, for 13, with its
/// tail; VC 1 is picked for 14 (a) and 15 (c).
#[test]
fn a_head_just_given_a_vc_is_picked_after_those_that_had_one() {
    let jobs = [(1, 3, 5, 0), (1, 2, 2, 0), (1, 0, 2, 0), (2, 3, 16, 0)];
    play(config(3, 8, Pipeline::Three, 0), only([0b010, 0, 0b100, 0b011]), &jobs, 60, |seen| {
        let picks = |clock: usize| seen.traces[clock].split(" | ").nth(2).unwrap();
        assert_eq!(picks(10), "SA 1.2>2 granted; SA 2.0>3 granted");
        assert_eq!(picks(11), "SA 1.0>3 granted; SA 2.0>3 lost; VA 1.1>0 granted");
        assert_eq!(picks(12), "SA 1.2>2 granted; SA 2.0>3 granted");
        assert_eq!(picks(13), "SA 1.0>3 granted; SA 2.0>3 lost");
        assert_eq!(seen.flits(0, 0), [(15, 2, 0, 0), (16, 2, 1, 0)]);
        assert_eq!(seen.flits(0, 2), [(11, 1, 0, 2), (13, 1, 1, 2)]);
    });
}

/// `PIPELINE` = 3, two packets on one VC of a link. Node 1 gives packet 1 the VC in 4, after packet 0's tail has won in 3: void in 3, it has stayed called. So
/// its head is on the link in 6, the very clock in which packet 0's tail wins in node 0: called for 7 (VA5 d), and given the VC, which is free in 7.
#[test]
fn the_head_on_the_link_behind_a_tail_is_called_at_once() {
    let jobs = [(1, 3, 2, 0), (1, 3, 2, 0)];
    play(config(2, 4, Pipeline::Three, 0), only([0b11, 0b11, 0b11, 0b01]), &jobs, 40, |seen| {
        assert_eq!(seen.flits(1, 1), [(3, 0, 0, 0), (4, 0, 1, 0), (6, 1, 0, 0), (7, 1, 1, 0)]);
        assert_eq!(seen.traces[6], "     6 | 1.0 #0:1 >3.0 | SA 1.0>3 granted | out 3.0 #0:0; credit 1.0");
        assert_eq!(seen.traces[7], "     7 | 1.0 #1:0 | VA 1.0>3 granted | out 3.0 #0:1 tail; credit 1.0");
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 0), (7, 0, 1, 0), (9, 1, 0, 0), (10, 1, 1, 0)]);
    });
}

/// Packet 2 is in the buffer after packet 1 since 7, both waiting until packet 0's tail has won in 8: packet 1 has the VC in 9 and leaves in 10, and
/// packet 2 is called for 11 (VA5 d).
#[test]
fn the_head_in_the_buffer_behind_a_tail_is_called_at_once() {
    let jobs = [(2, 3, 4, 0), (1, 3, 1, 1), (1, 3, 1, 1)];
    play(config(2, 8, Pipeline::Three, 0), only([0b11, 0b11, 0b11, 0b01]), &jobs, 40, |seen| {
        assert!((5..9).all(|clock| seen.traces[clock].contains("VA 1.0 void")), "{}", seen.traces[8]);
        assert!(seen.traces[9].contains("| 1.0 #1:0 #2:0 | VA 1.0>3 granted |"), "{}", seen.traces[9]);
        assert!(seen.traces[10].contains("| SA 1.0>3 granted |"), "{}", seen.traces[10]);
        assert!(seen.traces[11].contains("| 1.0 #2:0 | VA 1.0>3 granted |"), "{}", seen.traces[11]);
        assert_eq!(seen.flits(0, 3)[3..], [(9, 0, 3, 0), (11, 1, 0, 0), (13, 2, 0, 0)]);
    });
}

/// `PIPELINE` = 3, D = 1: packet 0's flits win in 5, 10, 14 and its tail in 18; their credits are on the link in 9, 13, 17 and 21. Packet 1, fresh in 6, has
/// a head request (RQ3) in 10 and 11, 14 and 15, 18 and 19, 22. Called for 6 (VA5 b), it is void until 21, in 19 to 21 as the tail has taken the credit,
/// and stays called all the time (c), with and without a request (VA1). So it takes the VC in 22.
#[test]
fn being_called_does_not_depend_on_a_request() {
    play(config(2, 1, Pipeline::Three, 0), only([0b11, 0b11, 0b11, 0b10]), &[(2, 3, 4, 0), (1, 3, 2, 2)], 60, |seen| {
        let with = |what: &str| (4..40).filter(|&clock| seen.traces[clock].contains(what)).collect::<Vec<usize>>();
        assert_eq!(with("VA 1.1 void"), [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
        assert_eq!(with("VA 1.1>3"), [22]);
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 1), (11, 0, 1, 1), (15, 0, 2, 1), (19, 0, 3, 1), (24, 1, 0, 1), (29, 1, 1, 1)]);
    });
}

/// Packet 3 holds VC 0 of output 2 as packet 0 holds VC 1 of output 3, and packet 2, which wants it and comes to the front in 7, is called by (b).
/// Both heads of port 1 have a request in 10 and 11, 14 and 15, 18 and 19, 22. A void head stays called while the other has none (c), and gives way
/// to it when it has one (a).
#[test]
fn a_void_head_gives_way_to_one_that_requests() {
    let jobs = [(2, 3, 4, 0), (1, 3, 1, 2), (1, 2, 1, 3), (3, 2, 4, 0)];
    play(config(2, 1, Pipeline::Three, 0), only([0b11, 0b11, 0b01, 0b10]), &jobs, 60, |seen| {
        let with = |what: &str| (4..40).filter(|&clock| seen.traces[clock].contains(what)).collect::<Vec<usize>>();
        assert_eq!(with("VA 1.1 void"), [6, 11, 15, 19]);
        assert_eq!(with("VA 1.0 void"), [7, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21]);
        assert_eq!((with("VA 1.0>2 granted"), with("VA 1.1>3 granted")), (vec![22], vec![23]));
        assert_eq!(seen.flits(0, 2).last(), Some(&(24, 2, 0, 0)));
        assert_eq!(seen.flits(0, 3).last(), Some(&(25, 1, 0, 1)));
    });
}

/// `PIPELINE` = 3, one flit each: the first is head and tail and asks for the switch in 5; the second gets the VC in 6 and leaves in 7.
#[test]
fn single_flits_in_three_clocks() {
    play(config(1, 4, Pipeline::Three, 0), only([1; 4]), &[(1, 3, 1, 0), (2, 3, 1, 0)], 30, |seen| {
        assert_eq!(seen.flits(0, 3), [(6, 0, 0, 0), (8, 1, 0, 0)]);
    });
}
