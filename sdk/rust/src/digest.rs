// SPDX-License-Identifier: Apache-2.0

/// What two results are compared by (docs/protocol.md, "call"). A hash can collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    /// Sum of q[i] = 1024 y[i]; `None` when some q[i] is no integer of at most 2^53 in magnitude.
    pub sum: Option<i64>,
    /// Over q, or over the bit patterns of y where `sum` is `None`.
    pub hash: u64,
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x100_0000_01b3;
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

impl Digest {
    pub fn of(y: &[f64]) -> Digest {
        exact(y).unwrap_or_else(|| Digest {
            sum: None,
            hash: y
                .iter()
                .fold(OFFSET, |hash, value| mix(hash, value.to_bits())),
        })
    }

    /// "0x" and 16 lower-case hex digits.
    pub fn hash_text(&self) -> String {
        format!("0x{:016x}", self.hash)
    }
}

fn mix(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(PRIME).rotate_left(23)
}

fn exact(y: &[f64]) -> Option<Digest> {
    let mut sum = 0_i64;
    let mut hash = OFFSET;
    for value in y {
        let scaled = 1024.0 * value;
        let is_exact = scaled.abs() <= LARGEST_EXACT && scaled.trunc() == scaled;
        if !is_exact {
            return None;
        }
        let q = scaled as i64;
        // Wrong results may leave i64: the sum wraps, as in the other SDKs, and the digest differs.
        sum = sum.wrapping_add(q);
        hash = mix(hash, q as u64);
    }
    Some(Digest {
        sum: Some(sum),
        hash,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // Computed from the definition with Python's integers.
    #[test]
    fn integers_are_hashed_as_integers() {
        assert_eq!(Digest::of(&[]).sum, Some(0));
        assert_eq!(Digest::of(&[]).hash_text(), "0xcbf29ce484222325");
        let two = Digest::of(&[-1.5, -0.5]);
        assert_eq!(
            (two.sum, two.hash_text().as_str()),
            (Some(-2048), "0x9a6281f6796dc90b")
        );
        assert_ne!(two, Digest::of(&[-0.5, -1.5]));
    }

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(Digest::of(&[0.0, -0.0]), Digest::of(&[-0.0, 0.0]));
    }

    #[test]
    fn what_is_no_integer_is_hashed_as_bits() {
        let third = Digest::of(&[1.0 / 3.0, -0.0]);
        assert_eq!(third.sum, None);
        assert_ne!(third, Digest::of(&[1.0 / 3.0, 0.0]));
        for value in [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            8_796_093_022_208.5,
        ] {
            assert_eq!(Digest::of(&[value]).sum, None, "{value}");
        }
        // 2^53 itself, as q, is the largest that counts.
        assert_eq!(Digest::of(&[8_796_093_022_208.0]).sum, Some(1 << 53));
    }
}
