//! P1, P2: where the bits of packets are.

use torusmith_sim::axi4::{Axi4Options, Format, Header, Request, RequestFlit, ResponseFlit, WriteBeat};
use torusmith_topology::Network;

fn format(network: &str, change: impl FnOnce(&mut Axi4Options)) -> Format {
    let mut options = Axi4Options::default();
    change(&mut options);
    Format::new(&network.parse::<Network>().unwrap(), options)
}

/// Worked out manually: 4 x 4 has A = 4, R = 0; an HTN A = 10, and 4 routing bits by networks.md. 16 slots take four bits.
#[test]
fn widths() {
    let of = |format: Format| (format.request_width(0), format.response_width(0));
    assert_eq!(of(format("torus:4,4", |_| ())), (4 + 4 + 1 + 4 + 32 + 29, 4 + 1 + 4 + 64 + 2)); // 74 > 72
    // Three bits of the routers' own.
    let own = format("torus:4,4", |_| ());
    assert_eq!((own.request_width(3), own.response_width(3)), (77, 78));
    assert_eq!(of(format("htn:4,4,2,1", |_| ())), (10 + 4 + 10 + 1 + 4 + 32 + 29, 10 + 4 + 1 + 4 + 66));
    assert_eq!(of(format("torus:4,4", |o| o.data_width = 128)), (144, 9 + 130));
    assert_eq!(of(format("torus:4,4", |o| (o.data_width, o.user_width, o.address_width) = (512, 64, 64))), (640, 9 + 578));
    assert_eq!(of(format("torus:4,4", |o| o.data_width = 32)), (74, 9 + 34));
    assert_eq!(of(format("torus:4,4", |o| (o.read_slots, o.write_slots) = (8, 4))), (73, 8 + 66));
    assert_eq!(of(format("torus:4,4", |o| (o.read_slots, o.write_slots) = (1, 1))), (72, 6 + 66)); // a head of 71
    assert_eq!(of(format("torus:4,4", |o| (o.exclusive, o.id_width) = (true, 9))).0, 83);
    assert_eq!(of(format("torus:4,4", |o| (o.data_width, o.user_width) = (32, 33))), (107, 9 + 67));
    assert_eq!(of(format("torus:32,32", |o| o.data_width = 32)), (10 + 10 + 1 + 4 + 32 + 29, 10 + 1 + 4 + 34));
}

/// Fields from bit 0 up.
#[test]
fn fields() {
    let format = format("torus:4,4", |o| {
        (o.user_width, o.exclusive, o.data_width) = (5, true, 32);
        (o.read_slots, o.write_slots) = (4, 4);
    });
    let header = Header { destination: 0xa, bits: 0, write: true, slot: 2 };
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
    let bits = format.request(&RequestFlit::Head { header, source: 0x5, request });
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
    // The head of a response: destination, write, slot; then the beat.
    let response = ResponseFlit { header: Some(header), data: [0; 16], resp: 3, user: 0x11, last: true };
    assert_eq!(whole(format.response(&response)), 0xa | 1 << 4 | 2 << 5 | 3 << 39 | 0x11 << 41);
    let header = Some(Header { write: false, ..header });
    let head = ResponseFlit { header, data: beat.data, resp: 2, user: 0x1f, last: false };
    assert_eq!(whole(format.response(&head)), 0xa | 2 << 5 | 0xdead_beef << 7 | 2 << 39 | 0x1f << 41);
    assert_eq!(whole(format.response(&ResponseFlit { header: None, ..head })), 0xdead_beef << 7 | 2 << 39 | 0x1f << 41);
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
