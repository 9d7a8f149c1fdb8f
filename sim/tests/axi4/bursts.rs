//! Bursts of all kinds, as they come out at a subordinate.

use torusmith_sim::axi4::{Request, WriteBeat};

use super::bench::{Pace, Plan, incr};
use super::memory::{beat_address, beat_bytes};

/// AXI4's own rules on addresses, by the examples of its specification: a WRAP of four words from 0x34, an INCR from an unaligned address.
#[test]
fn addresses_of_beats() {
    let wrap = Request { addr: 0x34, len: 3, size: 2, burst: 2, ..Request::default() };
    assert_eq!((0..4).map(|n| beat_address(&wrap, n)).collect::<Vec<_>>(), [0x34, 0x38, 0x3c, 0x30]);
    let unaligned = Request { addr: 0x07, len: 3, size: 2, burst: 1, ..Request::default() };
    assert_eq!((0..4).map(|n| beat_bytes(&unaligned, n)).collect::<Vec<_>>(), [0x07..0x08, 0x08..0x0c, 0x0c..0x10, 0x10..0x14]);
}

/// W beats come before their AW, by up to as many as the buffer holds.
#[test]
fn data_before_its_address() {
    for beats in [1, 17, 64] {
        let mut bench = Plan::new("mesh:4,4", &[0], &[10]).build();
        bench.manager(0).hold_aw = true;
        bench.manager(0).write(incr(9, 0, beats), 0x55);
        bench.manager(0).cut(8);
        bench.steps(beats as u64 + 30);
        assert_eq!(bench.manager(0).w_at.len(), beats);
        bench.manager(0).hold_aw = false;
        bench.until(300, |bench| bench.managers[&0].b.len() == 1);
        assert_eq!(bench.memory(10).bytes[&0], 0x55);
    }
    // I4: with 64 beats in it the buffer is full.
    let mut bench = Plan::new("mesh:4,4", &[0], &[10]).build();
    bench.manager(0).hold_aw = true;
    bench.manager(0).write(incr(9, 0, 64), 0);
    bench.manager(0).write(incr(9, 0x800, 1), 0);
    bench.steps(100);
    assert_eq!(bench.manager(0).w_at.len(), 64);
    assert!(!bench.axi4.manager(0).unwrap().wready);
}

/// All fields of a request are passed on unchanged, except the address, by the rule of its range, and the ID, as 0.
#[test]
fn requests_go_on_as_they_came() {
    for (exclusive, lock) in [(false, true), (true, true), (true, false)] {
        let plan = Plan::new("mesh:4,4", &[6, 0], &[10, 6]).with(|plan| {
            plan.options.exclusive = exclusive;
            plan.options.user_width = 10;
        });
        for node in [10, 6] {
            let mut bench = plan.build();
            let base = if node == 10 { 0 } else { 0x1_0000 };
            let request = Request {
                id: 11,
                addr: base + 0xff0,
                len: 1,
                size: 3,
                burst: 1,
                lock,
                cache: 0xb,
                prot: 5,
                qos: 9,
                region: 6,
                user: 0x2a5,
            };
            bench.manager(6).ar.push_back(request);
            bench.manager(6).write(request, 0);
            bench.manager(6).cut(8);
            bench.until(200, |bench| bench.managers[&6].b.len() == 1 && bench.managers[&6].bursts() == [(11, 2)]);
            // Node 6 in 4 bits of address, then 11.
            let user = if exclusive { 0x2a5 | 6 << 10 | 11 << 14 } else { 0x2a5 };
            let expected = Request { id: 0, addr: 0xff0, lock: lock && exclusive, user, ..request };
            assert_eq!((bench.memory(node).reads[0], bench.memory(node).writes[0].0), (expected, expected));
            // P3: two exclusive accesses are answered OKAY, which says that they failed.
            assert!(bench.manager(6).r.iter().all(|(_, beat)| beat.resp == 0) && bench.manager(6).b[0].1.resp == 0);
        }
    }
}

/// WRAP of 2, 4, 8 and 16 beats from each start, FIXED, narrow and unaligned ones, with strobes of all kinds: reads return the data written.
#[test]
fn all_kinds_of_bursts() {
    let mut requests = Vec::new();
    for size in 0..=3u8 {
        let bytes = 1u64 << size;
        for beats in [2u64, 4, 8, 16] {
            for start in 0..beats {
                requests.push(Request { addr: 0x1000 + start * bytes, len: (beats - 1) as u8, size, burst: 2, ..Request::default() });
            }
        }
        for addr in [0x2000, 0x2003, 0x2006, 0x2ff8] {
            requests.push(Request { addr, len: 3, size, burst: 0, ..Request::default() });
            let most = (0x3000 - addr).div_ceil(bytes).min(16);
            requests.push(Request { addr, len: (most - 1) as u8, size, burst: 1, ..Request::default() });
        }
    }
    let mut bench = Plan::new("mesh:4,4", &[0], &[10]).build();
    bench.memory(10).pace = Pace::Eighths(6);
    let mut flat = [0u8; 0x4000];
    let mut count = 0u32;
    for request in requests {
        let manager = bench.manager(0);
        manager.aw.push_back(request);
        for n in 0..=u64::from(request.len) {
            let lanes = beat_bytes(&request, n).fold(0u64, |lanes, address| lanes | 1 << (address % 8));
            let strb = lanes & [0, 0xff, 0x5a, 0x0f][count as usize % 4];
            count += 1;
            let data: [u32; 2] = [count.wrapping_mul(0x9e37_79b9), count.wrapping_mul(0x85eb_ca6b)];
            for address in beat_bytes(&request, n).filter(|address| strb >> (address % 8) & 1 == 1) {
                flat[address as usize] = data[address as usize % 8 / 4].to_le_bytes()[address as usize % 4];
            }
            let mut beat = WriteBeat { strb, last: n == u64::from(request.len), ..WriteBeat::default() };
            beat.data[..2].copy_from_slice(&data);
            manager.w.push_back(beat);
        }
        let (written, read) = (manager.b.len(), manager.r.len());
        bench.until(500, |bench| bench.managers[&0].b.len() > written);
        bench.manager(0).ar.push_back(request);
        bench.until(500, |bench| bench.managers[&0].r.len() > read + usize::from(request.len));
        for n in 0..=u64::from(request.len) {
            let beat = bench.manager(0).r[read + n as usize].1;
            for address in beat_bytes(&request, n) {
                let byte = beat.data[address as usize % 8 / 4].to_le_bytes()[address as usize % 4];
                assert_eq!(byte, flat[address as usize], "{request:?} beat {n} address {address:#x}");
            }
        }
        assert_eq!(bench.memory(10).reads.last(), Some(&request));
    }
}
