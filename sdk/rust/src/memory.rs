// SPDX-License-Identifier: Apache-2.0
use crate::Error;
use std::alloc::{alloc_zeroed, Layout};

/// A number without padding of which any bytes are a value.
pub(crate) trait Element: Copy {
    /// As the prepared file names it.
    const NAME: &'static str;
}

impl Element for f64 {
    const NAME: &'static str = "float64";
}
impl Element for i64 {
    const NAME: &'static str = "int64";
}
impl Element for i32 {
    const NAME: &'static str = "int32";
}

/// `count` zeros in fresh private memory that nobody has touched yet: large blocks are mapped zero pages,
/// so that the thread which writes first decides their place.
/// Errors: `failed` when there is not so much memory; `vec!` would end the process instead.
pub(crate) fn untouched<T: Element>(count: usize) -> Result<Vec<T>, Error> {
    let refused = || Error::failed(format!("no memory for {count} elements of {}", T::NAME));
    let layout = Layout::array::<T>(count).map_err(|_| refused())?;
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the layout has a size above zero.
    let first = unsafe { alloc_zeroed(layout) }.cast::<T>();
    if first.is_null() {
        return Err(refused());
    }
    // SAFETY: `first` comes from the global allocator with the layout of `count` elements, all of them
    // initialised: zero bytes are a value of every `Element`.
    Ok(unsafe { Vec::from_raw_parts(first, count, count) })
}

/// The bytes of `elements`, to be overwritten.
pub(crate) fn byte_view_mut<T: Element>(elements: &mut [T]) -> &mut [u8] {
    let length = std::mem::size_of_val(elements);
    // SAFETY: the memory is borrowed mutably for the whole life of the result, u8 has no alignment, and
    // any bytes written are a value of every `Element`.
    unsafe { std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), length) }
}

/// The bytes of `elements`.
pub(crate) fn byte_view<T: Element>(elements: &[T]) -> &[u8] {
    // SAFETY: the memory is borrowed for the whole life of the result, and no `Element` has padding.
    unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), std::mem::size_of_val(elements)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    #[test]
    fn untouched_memory_is_zero() {
        assert_eq!(untouched::<f64>(3).unwrap(), [0.0, 0.0, 0.0]);
        assert_eq!(untouched::<i32>(0).unwrap(), [0_i32; 0]);
    }

    #[test]
    fn impossible_sizes_are_errors() {
        for count in [usize::MAX, usize::MAX / 8, 1 << 59] {
            assert_eq!(untouched::<f64>(count).unwrap_err().code, Code::Failed);
        }
    }

    #[test]
    fn bytes_are_in_native_order() {
        let mut values = [0_i64; 2];
        byte_view_mut(&mut values)[8..].copy_from_slice(&258_i64.to_ne_bytes());
        assert_eq!(values, [0, 258]);
    }
}
