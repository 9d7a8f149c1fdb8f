//! Ports and address digits of an HTN, of any size.

use crate::FamilyName;

/// The family's name.
pub(crate) const ID: FamilyName = FamilyName { prefix: "htn", title: "HTN" };

/// Port 1, to the next x in the BM.
pub const X_PLUS: u8 = 1;
/// Port 2, to the previous x.
pub const X_MINUS: u8 = 2;
/// Port 3, to the next y in the BM.
pub const Y_PLUS: u8 = 3;
/// Port 4, to the previous y.
pub const Y_MINUS: u8 = 4;
/// Port 5, to the next z in the BM.
pub const Z_PLUS: u8 = 5;
/// Port 6, to the previous z.
pub const Z_MINUS: u8 = 6;
/// Port 7, the inter-BM link along Y: north from y = 3, south from y = 0 of a gate plane.
pub const EY: u8 = 7;
/// Port 8, the inter-BM link along X: east from x = 3, west from x = 0 of a gate plane.
pub const EX: u8 = 8;

/// Address digit x, in the BM.
pub const X: u32 = 0;
/// Address digit y.
pub const Y: u32 = 1;
/// Address digit z.
pub const Z: u32 = 2;
/// Address digit X: the column of the BM.
pub const BM_X: u32 = 3;
/// Address digit Y: the row of the BM.
pub const BM_Y: u32 = 4;
