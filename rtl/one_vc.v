// one_vc: the one VC that a head keeps of those that routing gives it, with ORDER = 1
// (docs/router.md, RC9). Combinational.
//
//   NUMBER   the input VC that the head is in
//   home     it goes to the local port, where it has all VCs of its message class (RC2)
//   vcs      the VCs of its candidate, the same for each message class (RC8); MIXED = 0: of one
//            class
//   one      the VC, one-hot; of its own message class
`default_nettype none

module one_vc #(
  parameter NUM_VCS = 2,
  parameter CLASSES = 2,
  parameter MIXED   = 0,
  parameter MESSAGE_CLASSES = 1,
  parameter NUMBER  = 0
) (
  input  wire               home,
  input  wire [NUM_VCS-1:0] vcs,
  output wire [NUM_VCS-1:0] one
);

  localparam SHARE = NUM_VCS / MESSAGE_CLASSES;  // VCs of a message class
  localparam BASE  = NUMBER / SHARE * SHARE;
  localparam RANK  = NUMBER % SHARE;
  localparam [SHARE-1:0] OWN = {{(SHARE-1){1'b0}}, 1'b1} << RANK;

  // What is kept of the VCs of a set of classes, a bit each.
  function [SHARE-1:0] kept;
    input integer set;
    integer vc, count, place;
    begin
      count = 0;
      for (vc = 0; vc < SHARE; vc = vc + 1) if (set[vc*CLASSES/SHARE]) count = count + 1;
      kept  = {SHARE{1'b0}};
      place = 0;
      for (vc = 0; vc < SHARE; vc = vc + 1) begin
        if (set[vc*CLASSES/SHARE]) begin
          kept[vc] = place == RANK % count;
          place    = place + 1;
        end
      end
    end
  endfunction

  // The same of each class by itself.
  function [SHARE-1:0] kept_of_each;
    input integer classes;
    integer c;
    begin
      kept_of_each = {SHARE{1'b0}};
      for (c = 0; c < classes; c = c + 1) kept_of_each = kept_of_each | kept(1 << c);
    end
  endfunction

  wire [SHARE-1:0] given = vcs[BASE +: SHARE];
  wire [SHARE-1:0] keeps;

  genvar c, s;
  generate
    if (CLASSES == 1) begin : g_all
      assign keeps = OWN;
      wire unused = &{1'b0, given};
    end else if (MIXED == 0) begin : g_class
      localparam [SHARE-1:0] KEPT = kept_of_each(CLASSES);
      assign keeps = given & KEPT;
    end else begin : g_set
      // RC3: a class is there when its lowest VC is.
      localparam SETS = 1 << CLASSES;
      wire [CLASSES-1:0]    there;
      wire [SETS-1:0]       is_set;
      wire [SETS*SHARE-1:0] kept_of;
      for (c = 0; c < CLASSES; c = c + 1) begin : g_class
        assign there[c] = given[(c*SHARE+CLASSES-1)/CLASSES];
      end
      assign is_set[0]          = 1'b0;
      assign kept_of[SHARE-1:0] = {SHARE{1'b0}};
      for (s = 1; s < SETS; s = s + 1) begin : g_of
        localparam [31:0]      SET  = s;
        localparam [SHARE-1:0] KEPT = kept(s);
        assign is_set[s] = there == SET[CLASSES-1:0];
        assign kept_of[s*SHARE +: SHARE] = KEPT;
      end
      onehot_mux #(.COUNT(SETS), .WIDTH(SHARE)) u_kept (
        .select(is_set),
        .in    (kept_of),
        .out   (keeps)
      );
      wire unused = &{1'b0, given};
    end
  endgenerate

  localparam [NUM_VCS-1:0] ALL = {NUM_VCS{1'b1}} >> (NUM_VCS - SHARE) << BASE;
  assign one = {MESSAGE_CLASSES{home ? OWN : keeps}} & ALL;

  wire unused = &{1'b0, vcs};

endmodule

`default_nettype wire
