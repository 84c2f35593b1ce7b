//! What this target checks stands in `sgfkit_fuzz`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sgfkit_fuzz::board::check(data));
