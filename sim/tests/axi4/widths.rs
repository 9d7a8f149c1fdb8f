//! P1, P2: where the bits of packets are.

use torusmith_sim::axi4::{Axi4Options, Format, Header, ReadBeat, Request, RequestFlit, ResponseFlit, WriteBeat};
use torusmith_topology::Network;

fn format(network: &str, change: impl FnOnce(&mut Axi4Options)) -> Format {
    let mut options = Axi4Options::default();
    change(&mut options);
    Format::new(&network.parse::<Network>().unwrap(), options)
}

/// Worked out manually: 4 x 4 has A = 4, R = 0; a TTN(2,2,1) A = 8 and as many routing bits as networks.md says, 4.
#[test]
fn widths() {
    let of = |format: Format| (format.request_width(), format.response_width());
    assert_eq!(of(format("torus:4,4", |_| ())), (8 + 1 + 2 + 32 + 29 + 8, 66)); // 80 > 72
    assert_eq!(of(format("torus:4,4", |o| o.data_width = 128)), (144, 130));
    assert_eq!(of(format("torus:4,4", |o| (o.data_width, o.user_width, o.address_width) = (512, 64, 64))), (640, 578));
    assert_eq!(of(format("torus:4,4", |o| o.data_width = 32)), (80, 34));
    assert_eq!(of(format("torus:4,4", |o| o.read_slots = 16)).0, 82);
    assert_eq!(of(format("torus:4,4", |o| (o.read_slots, o.write_slots) = (1, 1))).0, 79);
    assert_eq!(of(format("torus:4,4", |o| (o.exclusive, o.id_width) = (true, 9))).0, 89);
    assert_eq!(of(format("torus:4,4", |o| (o.data_width, o.user_width) = (32, 33))), (113, 67));
    assert_eq!(of(format("torus:32,32", |o| (o.data_width, o.write_slots) = (32, 16))), (20 + 1 + 4 + 32 + 29 + 8, 35));
}

/// Fields from bit 0 up.
#[test]
fn fields() {
    let format = format("torus:4,4", |o| (o.user_width, o.exclusive, o.data_width) = (5, true, 32));
    let header = Header { source: 0x5, destination: 0xa, bits: 0, write: true, slot: 2 };
    let request = Request {
        id: 0x9,
        addr: 0x8765_4321,
        len: 0xf1,
        size: 2,
        burst: 1,
        lock: true,
        cache: 0xe,
        prot: 0x3,
        qos: 0x7,
        region: 0xd,
        user: 0x1b,
    };
    let bits = format.request(&RequestFlit::Head { header, request });
    let expected: u128 = 0xa
        | 0x5 << 4
        | 1 << 8
        | 2 << 9
        | 0x8765_4321 << 11
        | 0xf1 << 43
        | 2 << 51
        | 1 << 54
        | 1 << 56
        | 0xe << 57
        | 0x3 << 61
        | 0x7 << 64
        | 0xd << 68
        | 0x1b << 72
        | 0x9 << 77;
    let word = |bits: [u32; 20], n: usize| bits[n];
    let whole = |bits: [u32; 20]| (0..4).fold(0u128, |all, n| all | u128::from(word(bits, n)) << (32 * n));
    assert_eq!(whole(bits), expected);
    let mut beat = WriteBeat { strb: 0xa, last: true, user: 0x15, ..WriteBeat::default() };
    beat.data[0] = 0xdead_beef;
    assert_eq!(whole(format.request(&RequestFlit::Data(beat))), 0xdead_beef | 0xa << 32 | 0x15 << 36);
    let bits = format.response(&ResponseFlit::Head { header, resp: 3, user: 0x11 });
    assert_eq!(whole(bits), 0xa | 0x5 << 4 | 1 << 8 | 2 << 9 | 3 << 11 | 0x11 << 13);
    let ReadBeat { data, .. } = ReadBeat { data: beat.data, ..ReadBeat::default() };
    assert_eq!(whole(format.response(&ResponseFlit::Data { data, resp: 2, user: 0x1f, last: false })), 0xdead_beef | 2 << 32 | 0x1f << 34);
}

/// A beat of 512 bits fills the flit to its end.
#[test]
fn the_widest() {
    let format = format("torus:4,4", |o| (o.data_width, o.user_width) = (512, 64));
    let beat = WriteBeat { data: [0x0123_4567; 16], strb: 0xfedc_ba98_7654_3210, last: false, user: 0x1111_2222_3333_4444 };
    let bits = format.request(&RequestFlit::Data(beat));
    assert_eq!(bits[..16], [0x0123_4567; 16]);
    assert_eq!(bits[16..], [0x7654_3210, 0xfedc_ba98, 0x3333_4444, 0x1111_2222]);
}
