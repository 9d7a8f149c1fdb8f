//! Measured numbers as text.

/// Digits that a measured number is printed with.
const DIGITS: usize = 4;

/// A measured number with four significant digits, whatever its size: `0.07500`, `23.19`, `1250`. Digits before the point always stay, and zero is `0`.
/// Numbers below 10^-6 have an exponent.
pub fn significant(value: f64) -> String {
    digits(value, DIGITS)
}

/// A measured number with `count` significant digits, like [`significant`].
pub fn digits(value: f64, count: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value:.0}");
    }
    // Rounding comes first: 9.9996 has as many digits before the point as 10.00.
    let scientific = format!("{value:.*e}", count - 1);
    let exponent: i32 = scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or_default();
    if exponent < -6 {
        return scientific;
    }
    format!("{value:.*}", (count as i32 - 1 - exponent).max(0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_significant_not_places() {
        for (value, text) in [
            (0.00000123, "0.000001230"),
            (0.075, "0.07500"),
            (0.5, "0.5000"),
            (9.99949, "9.999"),
            (9.99951, "10.00"),
            (23.194, "23.19"),
            (999.96, "1000"),
            (123456.7, "123457"),
            (-0.25, "-0.2500"),
            (0.0, "0"),
            (0.000001, "0.000001000"),
            (9.99949e-7, "9.999e-7"),
            (f64::MIN_POSITIVE, "2.225e-308"),
        ] {
            assert_eq!(significant(value), text);
        }
        assert_eq!((digits(0.0123, 2), digits(123.4, 2)), ("0.012".into(), "123".into()));
    }
}
