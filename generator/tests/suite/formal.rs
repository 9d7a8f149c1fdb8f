//! The properties that `torusmith prove` shows hold for ever, by temporal induction in yosys, in the files of a design and for more
//! parameters than any one design has; and they see a broken cell.

use std::collections::BTreeSet;

use torusmith_synthesis::{Cache, Outcome, Proof, Proofs, Verdict, Yosys, prove};

use crate::axi4;
use crate::tools::{SOAK, chosen, made, tool, written};

/// Each cell with the parameters it is proven for, the ends of their ranges and what lies between.
fn cells() -> Vec<(&'static str, Vec<String>)> {
    let some = |all: &[u32], text: fn(u32) -> String| chosen(all, 3).iter().copied().map(text).collect();
    let widths = |text: fn(u32) -> String| some(&[1, 8, 3, 2, 4, 5, 6, 7], text);
    let depths = |text: fn(u32) -> String| some(&[2, 64, 5, 3, 4, 8, 63], text);
    vec![
        ("lowest_one", widths(|n| format!("WIDTH={n}"))),
        ("onehot_mux", widths(|n| format!("COUNT={n} WIDTH={}", 9 - n))),
        ("onehot_index", widths(|n| format!("WIDTH={n} INDEX_BITS={}", bits(n)))),
        ("rr_arbiter", widths(|n| format!("WIDTH={n}"))),
        ("fifo_pointers", depths(|n| format!("DEPTH={n} PTR_BITS={}", bits(n)))),
        ("credit_counter", depths(|n| format!("DEPTH={n}"))),
        ("vc_allocator", chosen(&allocators(), 8).to_vec()),
        ("next_after", widths(|n| format!("WIDTH={n}"))),
        ("head_call", widths(|n| format!("NUM_PORTS=3 NUM_VCS={n} ALL_VCS={n} EITHER={}", n % 2))),
        ("flit_pick", widths(|n| format!("NUM_PORTS=5 NUM_VCS={n}"))),
        ("flit_pick", widths(|n| format!("NUM_PORTS=5 NUM_VCS={n} GUARDED=1"))),
        ("link_slice", [1, 2, 8].map(|n| format!("SLICES={n} FLIT_BITS=3 CREDIT_BITS=2")).to_vec()),
        ("rdt_rank", (1..=4).map(|n| format!("MAX_RANK={n}")).collect()),
        ("quarter", (4..=9).map(|n| format!("BITS={n}")).collect()),
        ("flit_buffer", widths(|n| format!("WIDTH={n} WORDS={} ADDR_BITS={}", 2 * n, bits(2 * n)))),
        ("flit_buffer", widths(|n| format!("WIDTH={n} WORDS={} ADDR_BITS={} RAM=0", 2 * n, bits(2 * n)))),
        ("front_buffer", widths(|n| format!("WIDTH={n} WORDS={} ADDR_BITS={}", 2 * n, bits(2 * n)))),
        ("front_buffer", widths(|n| format!("WIDTH={n} WORDS={} ADDR_BITS={} RAM=0", 2 * n, bits(2 * n)))),
        ("mc_arbiter", vec![String::new()]),
        (
            "axi_packetizer",
            ["", "NUM_VCS=1 VC_BITS=1", "NUM_VCS=8 VC_BITS=3 BUFFER_DEPTH=2", "NUM_VCS=3 VC_BITS=2 BUFFER_DEPTH=5"]
                .map(str::to_owned)
                .to_vec(),
        ),
        (
            "vc_buffers",
            ["", "NUM_VCS=1", "NUM_VCS=3 VC_BITS=2 BUFFER_DEPTH=5 PTR_BITS=3 RAM=0"].map(|text| format!("WIDTH=2 {text}")).to_vec(),
        ),
        ("axi_depacketizer", ["", "NUM_VCS=1 VC_BITS=1", "NUM_VCS=3 VC_BITS=2 BUFFER_DEPTH=2 PTR_BITS=1"].map(str::to_owned).to_vec()),
        ("axi4_fifo", depths(|n| format!("WIDTH=2 DEPTH={n}"))),
        ("axi4_fifo", vec!["WIDTH=2 DEPTH=1".to_owned()]),
        ("axi4_giver", [GIVER, GIVER_ANY, GIVER_ALONE].map(str::to_owned).to_vec()),
        ("axi4_taker", ["FLIT_WIDTH=9", "FLIT_WIDTH=9 NUM_VCS=3 VC_BITS=2 OWN_LINK=0"].map(str::to_owned).to_vec()),
        ("axi4_requests", vec![REQUESTS.to_owned()]),
        ("axi4_slots", [SLOTS, "SLOTS=1 SLOT_BITS=1 ID_WIDTH=2 ADDRESS_BITS=2 BY_DESTINATION=0"].map(str::to_owned).to_vec()),
        ("axi4_write_data", vec![WRITE_DATA.to_owned()]),
        ("axi4_write_responses", vec!["ID_WIDTH=2".to_owned()]),
        ("axi4_read_data", vec![READ_DATA.to_owned()]),
        ("axi4_held", ["HELD=1", "HELD=4", "HELD=16"].map(str::to_owned).to_vec()),
    ]
}

const BUFFERS: &str = "WIDTH=2";
const GIVER: &str = "FLIT_WIDTH=8";
const GIVER_ANY: &str = "FLIT_WIDTH=8 ORDER=0 NUM_VCS=3 VC_BITS=2";
const GIVER_ALONE: &str = "FLIT_WIDTH=8 NUM_VCS=1 VC_BITS=1 OWN_LINK=0 BODIES_OF_WRITES=0";
const REQUESTS: &str = "ADDR_WIDTH=3 ID_WIDTH=2 INFO_WIDTH=9 ADDRESS_BITS=2";
const SLOTS: &str = "ID_WIDTH=2 ADDRESS_BITS=2";
const WRITE_DATA: &str = "WIDTH=2 DEPTH=4";
const READ_DATA: &str = "DATA_WIDTH=2 WIDTH=5 BEATS=4 ID_WIDTH=2";

/// VC allocators of all pipelines, with one, two and three classes, an arbiter for each or one for all, VCs that wait for an empty buffer,
/// shallow and deep buffers, and packets in order.
fn allocators() -> Vec<String> {
    let with = |vcs: u32, (classes, groups): (u32, u32), depth: u32, pipeline: u32, reuse: &str| {
        let vc_bits = bits(vcs);
        format!(
            "NUM_PORTS=5 NUM_VCS={vcs} VC_BITS={vc_bits} CLASSES={classes} GROUPS={groups} BUFFER_DEPTH={depth} PIPELINE={pipeline} REUSE_EMPTY={vcs}'b{reuse}"
        )
    };
    vec![
        with(1, (1, 1), 4, 2, "0"),
        with(2, (2, 1), 4, 1, "00"),
        with(4, (2, 4), 4, 3, "0000") + " MESSAGE_CLASSES=2",
        with(4, (1, 1), 2, 3, "1111"),
        with(4, (2, 1), 9, 2, "1000"),
        P3_SOME.to_owned(),
        P3_ORDER.to_owned(),
        with(4, (1, 1), 2, 2, "0010") + " ORDER=1",
        with(4, (2, 2), 4, 3, "1010") + " MESSAGE_CLASSES=2",
        with(4, (1, 2), 4, 3, "0000") + " MESSAGE_CLASSES=2",
        with(3, (3, 1), 4, 3, "100"),
        with(3, (3, 3), 4, 3, "100"),
        with(8, (2, 2), 4, 3, "00000000"),
        format!("{} VCS=4'b0110", with(4, (4, 1), 4, 2, "0000")),
        with(2, (2, 1), 4, 1, "00") + " ORDER=1",
        with(4, (1, 1), 4, 3, "0000") + " ORDER=1",
        with(4, (2, 4), 4, 3, "1010") + " MESSAGE_CLASSES=2 ORDER=1",
        with(6, (3, 1), 4, 3, "000000") + " ORDER=1",
    ]
}

const P2: &str = "NUM_PORTS=5 NUM_VCS=3 VC_BITS=2 CLASSES=2 BUFFER_DEPTH=4 PIPELINE=2 REUSE_EMPTY=3'b100";
const P3: &str = "NUM_PORTS=5 NUM_VCS=3 VC_BITS=2 CLASSES=2 GROUPS=2 BUFFER_DEPTH=4 PIPELINE=3 REUSE_EMPTY=3'b100";
const P3_ORDER: &str = "NUM_PORTS=5 NUM_VCS=5 VC_BITS=3 CLASSES=2 GROUPS=2 BUFFER_DEPTH=4 PIPELINE=3 REUSE_EMPTY=5'b10000 ORDER=1";
const P3_MIXED: &str = "NUM_PORTS=5 NUM_VCS=3 VC_BITS=2 CLASSES=2 GROUPS=1 BUFFER_DEPTH=4 PIPELINE=3 REUSE_EMPTY=3'b100";
const P3_SOME: &str =
    "NUM_PORTS=5 NUM_VCS=3 VC_BITS=2 CLASSES=3 GROUPS=3 BUFFER_DEPTH=4 PIPELINE=3 REUSE_EMPTY=3'b100 VCS=3'b101 ASKERS=15'b101100000001110";

const HEADS: &str = "NUM_PORTS=3 NUM_VCS=3 ALL_VCS=3";
const FLITS: &str = "NUM_PORTS=5 NUM_VCS=2";
const SLICES: &str = "SLICES=2 FLIT_BITS=3 CREDIT_BITS=2";

/// Cell, parameters, and a text of the cell with what it is replaced by. The first of each cell and parameters is refuted in every run, the others in
/// soaks.
const MUTANTS: &[(&str, &str, &str, &str)] = &[
    ("lowest_one", "WIDTH=4", "<< i)", "<< 1)"),
    ("lowest_one", "WIDTH=4", "in[i] & ", ""),
    ("onehot_mux", "COUNT=3 WIDTH=2", "{WIDTH{select[i]}}", "{WIDTH{select[0]}}"),
    ("onehot_mux", "COUNT=3 WIDTH=2", "in[i*WIDTH +: WIDTH]", "in[i +: WIDTH]"),
    ("onehot_index", "WIDTH=4 INDEX_BITS=2", "index | i", "index & i"),
    ("onehot_index", "WIDTH=1 INDEX_BITS=1", "index = {INDEX_BITS{1'b0}}", "index = {INDEX_BITS{1'b1}}"),
    ("rr_arbiter", "WIDTH=1", "gnt = req", "gnt = 1'b1"),
    ("rr_arbiter", "WIDTH=4", "else if (step)", "else"),
    ("rr_arbiter", "WIDTH=4", "from_pointer[1] <= gnt[0]", "from_pointer[1] <= 1'b0"),
    ("rr_arbiter", "WIDTH=4", "{WIDTH{1'b1}} << i", "{WIDTH{1'b1}} << (i + 1)"),
    ("rr_arbiter", "WIDTH=4", "& ~{WIDTH{|first}}", ""),
    ("fifo_pointers", "DEPTH=2 PTR_BITS=1", "(wr != rd_next)", "1'b1"),
    ("fifo_pointers", "DEPTH=4 PTR_BITS=2", "{wr[0], ~wr[1]}", "{~wr[0], ~wr[1]}"),
    ("fifo_pointers", "DEPTH=4 PTR_BITS=2", "(rd_next[1] & pop)", "rd_next[1]"),
    ("fifo_pointers", "DEPTH=4 PTR_BITS=2", "{rd[0], ~rd[1]}", "{rd[0], rd[1]}"),
    ("fifo_pointers", "DEPTH=5 PTR_BITS=3", "(rd == LAST)", "1'b0"),
    ("fifo_pointers", "DEPTH=5 PTR_BITS=3", "full = nonempty &", "full ="),
    ("fifo_pointers", "DEPTH=8 PTR_BITS=3", "push | (pop ? more : nonempty)", "push | more"),
    ("credit_counter", "DEPTH=4", "give ? level : lower", "level"),
    ("credit_counter", "DEPTH=4", "(give ? higher : level)", "(give ? higher : lower)"),
    ("credit_counter", "DEPTH=3", "(level[1] & give)", "give"),
    ("credit_counter", "DEPTH=2", "level <= {DEPTH{1'b1}}", "level <= {DEPTH{1'b0}}"),
    ("credit_counter", "DEPTH=5", "count == LAST", "count != LAST"),
    ("credit_counter", "DEPTH=8", "|count[BITS-1:1]", "|count"),
    ("credit_counter", "DEPTH=8", "give & ~take", "give"),
    ("rr_arbiter", "WIDTH=4", "req & {from_pointer, 1'b0}", "{WIDTH{1'b0}}"),
    ("fifo_pointers", "DEPTH=4 PTR_BITS=2", "if (push) wr <=", "if (push | pop) wr <="),
    ("fifo_pointers", "DEPTH=3 PTR_BITS=2", "rd <= rd_moved", "rd <= more ? rd_moved : rd"),
    ("vc_allocator", P2, "(wake & ~owned &", "(wake &"),
    ("vc_allocator", P2, "(take & ~{NUM_VCS{take_tail}})", "{NUM_VCS{1'b0}}"),
    ("vc_allocator", P2, "(owned & ~take)", "owned"),
    ("vc_allocator", P2, "wake = (spare", "wake = (again"),
    ("vc_allocator", P2, "& reusable) |", ") |"),
    ("vc_allocator", P2, "again & ~REUSE_EMPTY", "again"),
    ("vc_allocator", P2, "(whole & REUSE_EMPTY)", "REUSE_EMPTY"),
    ("vc_allocator", P3, "given | ", ""),
    ("vc_allocator", P3, "& ~heads)", ")"),
    ("vc_allocator", P3, ".in (ok[HIGH-1:LOW])", ".in (wake[HIGH-1:LOW])"),
    ("vc_allocator", P3_MIXED, "lowest[m*SHARE +: SHARE] &", ""),
    ("vc_allocator", P3, "wins[RANK] & live", "wins[RANK]"),
    ("vc_allocator", P3_SOME, "asks[RANK] = req[g*NUM_PORTS+i]", "asks[RANK] = req[g*NUM_PORTS+RANK]"),
    ("vc_allocator", P3_SOME, "ok    <= VCS", "ok    <= {NUM_VCS{1'b1}}"),
    ("vc_allocator", P3_ORDER, "assign given = wanted", "assign given = wanted | lowest"),
    ("vc_allocator", P3_ORDER, "= ok[HIGH-1:LOW];", "= wake[HIGH-1:LOW];"),
    ("vc_allocator", P3, "lowest[HIGH-1:LOW] & {", "ok[HIGH-1:LOW] & {"),
    ("next_after", "WIDTH=4", "req & after", "req"),
    ("next_after", "WIDTH=4", "|last[i-1:0]", "last[i-1]"),
    ("next_after", "WIDTH=4", "& ~{WIDTH{|first}}", ""),
    ("head_call", HEADS, "others = head_req & ~called", "others = head_req"),
    ("head_call", HEADS, "granted | (~asks & (", "granted | (("),
    ("head_call", HEADS, "(|others) | (|comes) | ~(|called)", "1'b1"),
    ("head_call", HEADS, "(|others) | (|comes) | ~(|called)", "(|others) | ~(|called)"),
    ("head_call", HEADS, "? other : (|comes) ? comes : would_leave", "? other : would_leave"),
    ("head_call", HEADS, "{NUM_PORTS{alone & (|would_leave)}}", "{NUM_PORTS{alone}}"),
    ("head_call", HEADS, "(|comes) ? link_vcs : behind_vcs", "behind_vcs"),
    ("head_call", HEADS, ".last(called)", ".last({NUM_VCS{1'b0}})"),
    ("head_call", "NUM_PORTS=3 NUM_VCS=3 ALL_VCS=3 EITHER=1", "port   <= same_port", "port   <= port"),
    ("flit_pick", FLITS, "ready & ~picked", "ready"),
    ("flit_pick", FLITS, "granted | ~(|picked)", "granted"),
    ("flit_pick", FLITS, "granted | ~(|picked)", "1'b1"),
    ("flit_pick", FLITS, "? first : picked & goes_on", "? first : picked"),
    ("flit_pick", FLITS, "(|others) ? other :", "given ? head :"),
    ("flit_pick", FLITS, ": picked_goes_on ? asks", ": 1'b1 ? asks"),
    ("flit_pick", FLITS, "given          ? head_port", "1'b0 ? head_port"),
    ("flit_pick", "NUM_PORTS=5 NUM_VCS=3", ".last(picked)", ".last({NUM_VCS{1'b0}})"),
    ("flit_pick", "NUM_PORTS=5 NUM_VCS=3", ".select(picked)", ".select(other)"),
    ("flit_pick", "NUM_PORTS=5 NUM_VCS=2 GUARDED=1", "hold && GUARDED != 0", "1'b0"),
    ("flit_pick", "NUM_PORTS=5 NUM_VCS=2 GUARDED=1", "asks <= same_port", "asks <= asks"),
    ("flit_pick", "NUM_PORTS=5 NUM_VCS=3 GUARDED=1", "rst || hold)", "rst)"),
    ("flit_pick", "NUM_PORTS=5 NUM_VCS=3 GUARDED=1", "turn ? next : picked", "turn ? next : asking"),
    ("link_slice", SLICES, "~rst & flits", "flits"),
    ("link_slice", SLICES, "~rst & credits", "credits"),
    ("link_slice", SLICES, "flit_out                 = flits[SLICES*", "flit_out = flits[(SLICES-1)*"),
    ("link_slice", SLICES, "credit_in;", "{CREDIT_BITS{credit_in[0]}};"),
    ("link_slice", SLICES, "flit         <= flits[s*FLIT_BITS", "flit <= flits[0"),
    ("rdt_rank", "MAX_RANK=4", "x[1] ^ y[1] ^ y[0]", "x[1] ^ y[1]"),
    ("rdt_rank", "MAX_RANK=3", "unfolded[1] | unfolded[4]", "unfolded[1]"),
    ("rdt_rank", "MAX_RANK=2", "unfolded[2] | unfolded[4]", "unfolded[2] | unfolded[3]"),
    ("quarter", "BITS=5", "minus, ~minus}", "1'b1, 1'b0}"),
    ("quarter", "BITS=5", "{{1{sum[BITS]}}, sum[BITS:2]}", "{1'b0, sum[BITS:2]}"),
    ("front_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2", "= mem[behind_addr]", "= mem[raddr]"),
    ("front_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2", "= mem[raddr]", "= we ? wdata : mem[raddr]"),
    ("flit_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2", "if (we) ", ""),
    ("flit_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2 RAM=0", "we & (waddr == ADDRESS)", "waddr == ADDRESS"),
    ("front_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2 RAM=0", "= behind_addr == ADDRESS", "= raddr == ADDRESS"),
    ("flit_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2", "mem[waddr] <=", "mem[raddr] <="),
    ("flit_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2", "= mem[raddr]", "= we ? wdata : mem[raddr]"),
    ("mc_arbiter", "", "~(|busy) & ~blocked[o]", "~(|busy)"),
    ("mc_arbiter", "", "~(|busy) & ~blocked[o]", "~blocked[o]"),
    ("mc_arbiter", "", " & {OUTPUTS{~ends[m]}}", ""),
    ("mc_arbiter", "", "= wins[RANK];", "= asks[RANK];"),
    ("axi_packetizer", "", "give | (sending & ~stop)", "give | (sending & ~put)"),
    ("axi_packetizer", "", "out_head <= ready", "out_head <= ready | last"),
    ("axi_packetizer", "", "(ready & ~give)", "ready"),
    ("axi_packetizer", "", "out_tail <= ~ready & tail", "out_tail <= tail"),
    ("vc_buffers", BUFFERS, "waddr = {in_vc,", "waddr = {out_vc,"),
    ("vc_buffers", BUFFERS, "raddr = {out_vc,", "raddr = {in_vc,"),
    ("vc_buffers", BUFFERS, ".we   (in_valid)", ".we   (1'b1)"),
    ("vc_buffers", BUFFERS, ".select(from)", ".select(in_vcs)"),
    ("vc_buffers", BUFFERS, ".onehot(from)", ".onehot(waiting)"),
    ("vc_buffers", BUFFERS, "VC_BITS + PTR_BITS : PTR_BITS", "PTR_BITS : PTR_BITS"),
    ("axi_depacketizer", "", "if (space) begin", "if (start | space) begin"),
    ("axi_depacketizer", "", "move | ~space", "move"),
    ("axi_depacketizer", "", "none ? picked : open", "picked"),
    ("axi_depacketizer", "", "if (start) source", "source"),
    ("axi4_fifo", "WIDTH=2 DEPTH=4", ".waddr(wr)", ".waddr(rd)"),
    ("axi4_fifo", "WIDTH=2 DEPTH=4", ".raddr(rd)", ".raddr(wr)"),
    ("axi4_fifo", "WIDTH=2 DEPTH=1", "if (push) word", "word"),
    ("axi4_fifo", "WIDTH=2 DEPTH=1", "push | (there & ~pop)", "push"),
    ("axi4_giver", GIVER, "~sending & reads & ~(writes & gave_read)", "~sending & reads"),
    ("axi4_giver", GIVER, "sending <= ~ends", "sending <= ~put"),
    ("axi4_giver", GIVER, "if (~sending) chosen <= way", "chosen <= way"),
    ("axi4_giver", GIVER, "out_head <= ~sending", "out_head <= 1'b1"),
    ("axi4_giver", GIVER_ANY, ".one(lowest)", ".one()"),
    ("axi4_taker", "FLIT_WIDTH=9", "head ? picked : open", "picked"),
    ("axi4_taker", "FLIT_WIDTH=9", "(|(open & waiting)) & may_data", "(|(open & waiting))"),
    ("axi4_taker", "FLIT_WIDTH=9", "(is_write & {WAYS{may_write}})", "is_write"),
    ("axi4_requests", REQUESTS, "asks   <= prepares | ~free_3", "asks   <= prepares"),
    ("axi4_requests", REQUESTS, "free_2 = ~full_2 | free_3", "free_2 = 1'b1"),
    ("axi4_requests", REQUESTS, "range_to & {ADDRESS_BITS{ok_1}}", "range_to"),
    ("axi4_slots", SLOTS, "if (take & lowest[s]) its_id", "if (take) its_id"),
    ("axi4_slots", SLOTS, "(busy & ~frees)", "busy"),
    ("axi4_slots", SLOTS, "(its_where != where)", "(its_where == where)"),
    ("axi4_slots", SLOTS, ".in (~busy)", ".in (busy)"),
    ("axi4_write_data", WRITE_DATA, "dropping & there", "dropping"),
    ("axi4_write_data", WRITE_DATA, "valid & ready", "valid"),
    ("axi4_write_data", WRITE_DATA, ".pop     (pop)", ".pop     (pop | (there & done))"),
    ("axi4_write_data", WRITE_DATA, "(done & ~sunk)", "done"),
    ("axi4_write_responses", "ID_WIDTH=2", "there | ~free", "there"),
    ("axi4_write_responses", "ID_WIDTH=2", "free = ~bvalid | bready", "free = 1'b1"),
    ("axi4_write_responses", "ID_WIDTH=2", "free & there", "there"),
    ("axi4_read_data", READ_DATA, "(~in_buffer & erring", "(erring"),
    ("axi4_read_data", READ_DATA, "beat | ~free", "beat"),
    ("axi4_read_data", READ_DATA, "in_buffer  <= ~to_error & ~last", "in_buffer  <= ~last"),
    ("axi4_held", "HELD=4", "held < MOST", "held <= MOST"),
    ("axi4_held", "HELD=4", "~prepared | given", "1'b1"),
    ("axi4_held", "HELD=4", ".pop     (prepares)", ".pop     (there & accepted)"),
];

/// Text of what keeps places for read data, with what it is replaced by.
const MUTANT_PLACES: &[(&str, &str)] = &[
    ("issue & fits", "issue"),
    ("places > {3'd0, len}", "places >= {3'd0, len}"),
    ("free & there & ~to_error", "free & ~to_error"),
    ("(reserve ? {3'd0, len} + 11'd1 : 11'd0) + {10'd0, pop}", "(reserve ? {3'd0, len} : 11'd0) + {10'd0, pop}"),
];

/// Text of what keeps places for acknowledgements and write data, and for requests that are held.
const MUTANT_RESPONSES: &[(&str, &str)] = &[
    ("free & there", "free"),
    ("in_flight < MOST", "in_flight <= MOST"),
    ("sunk  = done & ~enters", "sunk  = done"),
    ("(done & ~sunk)", "done"),
    ("valid & ready", "valid"),
    ("bvalid & bready", "bvalid"),
];
const MUTANT_QUEUES: &[(&str, &str)] = &[
    ("held < MOST", "held <= MOST"),
    ("there & (~prepared | given)", "(~prepared | given)"),
    ("(~prepared | given)", "1'b1"),
    ("+ {4'd0, accepted}", "+ {4'd0, accepted & there}"),
];

/// Text of a link with credits, or of the switch and the crossbar, with what it is replaced by.
const MUTANT_LINKS: &[(&str, &str)] = &[
    (".DEPTH(DEPTH)) u_credit", ".DEPTH(DEPTH + 1)) u_credit"),
    ("serve & nonempty", "serve"),
    ("want & has_credit", "want"),
    ("level <= {DEPTH{1'b1}}", "level <= {DEPTH{1'b0}}"),
    ("nonempty <= push | ", "nonempty <= nonempty | push | "),
];
const MUTANT_SWITCHES: &[(&str, &str)] = &[
    ("gnt[i*NUM_PORTS+o] = wins[RANK]", "gnt[i*NUM_PORTS+o] = asks[RANK]"),
    ("assign asks[RANK] = req[i*NUM_PORTS+o]", "assign asks[RANK] = req[o*NUM_PORTS+i]"),
    ("valid_q <= ~rst & (|from)", "valid_q <= ~rst"),
    ("(VCS != {NUM_VCS{1'b0}}) & gnt[i*NUM_PORTS+o]", "gnt[o*NUM_PORTS+i]"),
    ("in_vcs[i*NUM_VCS +: NUM_VCS] & VCS", "in_vcs[i*NUM_VCS +: NUM_VCS] & ~VCS"),
    ("take_tail[o] = |(from & in_tail)", "take_tail[o] = |in_tail"),
    ("gnt_first | (gnt_any & ~{WIDTH{|first}})", "gnt_first | gnt_any"),
];

/// Bits of an index below `count`.
fn bits(count: u32) -> u32 {
    count.next_power_of_two().ilog2().max(1)
}

/// The proofs of a plain network with registers on its links, of a design with the multicast router, of one with AXI4-Stream and of one with AXI4. All designs have the same leaf cells, an
/// RDT's some more.
fn designs() -> [Proofs; 4] {
    let axi4 = axi4::made("torus:4,4", "", &["0,0"], &["3,3"]);
    [made("rdt:8", "scope=network link-slices=1"), made("rdt:8", "ack-ways=1"), made("rdt:16", "interface=axis"), axi4]
        .map(|design| Proofs::read(written(&design).path(), &design.top).unwrap())
}

/// The design that has `cell`.
fn of<'a>(designs: &'a [Proofs; 4], cell: &str) -> &'a Proofs {
    let starts = [("mc_", 1), ("axi_", 2), ("vc_buffers", 2), ("axi4_", 3)];
    &designs[starts.iter().find(|(start, _)| cell.starts_with(start)).map_or(0, |(_, design)| *design)]
}

fn outcome(yosys: &Yosys, proof: &Proof) -> Outcome {
    prove(yosys, &Cache::off(), proof).unwrap_or_else(|error| panic!("{} {:?}: {error}", proof.top, proof.parameters))
}

/// The proof with `from` replaced by `to` in the Verilog that is proved, not in the properties: in the module of the properties if it is there, else in
/// those that it instantiates.
fn broken(proof: &Proof, from: &str, to: &str) -> Proof {
    let mut proof = proof.clone();
    let places = [&mut proof.formal, &mut proof.plain].into_iter().find_map(|texts| {
        let mut places = 0;
        for text in texts {
            let (code, properties) = text.split_at(text.find("`ifdef TORUSMITH_FORMAL").unwrap_or(text.len()));
            if code.contains(from) {
                *text = format!("{}{properties}", code.replace(from, to));
                places += 1;
            }
        }
        (places > 0).then_some(places)
    });
    assert_eq!(places, Some(1), "{} has no `{from}` to break, or several", proof.top);
    proof
}

fn refuted(yosys: &Yosys, proof: &Proof, from: &str, to: &str) {
    let outcome = outcome(yosys, &broken(proof, from, to));
    let told = format!("{} {}: `{from}` -> `{to}`: {outcome:?}", proof.top, outcome.parameters);
    assert!(outcome.result == Verdict::Refuted && !outcome.counterexample.is_empty(), "{told}");
}

fn yosys() -> Option<Yosys> {
    tool("yosys", "TORUSMITH_YOSYS").map(|yosys| Yosys::at(&yosys).unwrap())
}

#[test]
fn leaf_cells_are_proven() {
    let Some(yosys) = yosys() else { return };
    let designs = designs();
    for (cell, parameters) in cells() {
        for parameters in parameters {
            let outcome = outcome(&yosys, &of(&designs, cell).cell(cell, &parameters).unwrap());
            assert!(outcome.result == Verdict::Proved && outcome.assertions > 0, "{cell} {parameters}: {outcome:?}");
        }
    }
}

#[test]
#[ignore = "long: a proof in yosys a fault"]
fn broken_leaf_cells_are_refuted() {
    let Some(yosys) = yosys() else { return };
    let designs = designs();
    let mut seen = BTreeSet::new();
    for (cell, parameters, from, to) in MUTANTS.iter().filter(|mutant| SOAK || seen.insert((mutant.0, mutant.1))) {
        refuted(&yosys, &of(&designs, cell).cell(cell, parameters).unwrap(), from, to);
    }
}

#[test]
#[ignore = "long: many proofs in yosys"]
fn links_and_switches_are_proven_and_broken_ones_refuted() {
    let Some(yosys) = yosys() else { return };
    let [plain, .., axi4] = designs();
    let links: Vec<Proof> = [2, 4, 5].map(|depth| plain.credit_loop(depth).unwrap()).into();
    let many = made("rdt:16", "pipeline=2");
    let many = Proofs::read(written(&many).path(), &many.top).unwrap();
    let switches = [plain.switch_and_crossbar(), many.switch_and_crossbar()].map(Result::unwrap);
    let at_once = made("rdt:16", "pipeline=1");
    let at_once = Proofs::read(written(&at_once).path(), &at_once.top).unwrap().switch_and_crossbar().unwrap();
    refuted(&yosys, &at_once, "= |from;", "= 1'b1;");
    let places: Vec<Proof> = [4, 5].map(|beats| axi4.axi4_places(beats).unwrap()).into();
    let responses: Vec<Proof> = chosen(&[2, 16, 4], 2).iter().map(|slots| axi4.axi4_responses(*slots).unwrap()).collect();
    let queues: Vec<Proof> = chosen(&[2, 16, 4], 2).iter().map(|held| axi4.axi4_queue(*held).unwrap()).collect();
    for proof in links.iter().chain(&switches).chain([&at_once]).chain(&places).chain(&responses).chain(&queues) {
        let outcome = outcome(&yosys, proof);
        assert_eq!(outcome.result, Verdict::Proved, "{outcome:?}");
    }
    chosen(MUTANT_PLACES, 2).iter().for_each(|(from, to)| refuted(&yosys, &places[0], from, to));
    chosen(MUTANT_RESPONSES, 1).iter().for_each(|(from, to)| refuted(&yosys, &responses[0], from, to));
    chosen(MUTANT_QUEUES, 2).iter().for_each(|(from, to)| refuted(&yosys, &queues[0], from, to));
    chosen(MUTANT_LINKS, 2).iter().for_each(|(from, to)| refuted(&yosys, &links[1], from, to));
    MUTANT_SWITCHES.iter().for_each(|(from, to)| refuted(&yosys, &switches[1], from, to));
}
