//! Compressed streams.

use super::fault::Unpacking;
use super::kind::Codec;
use std::io::{self, BufRead, BufReader, Read};

/// The memory that unpacking one stream may take, in KiB: what a file asks for is no measure. `xz -9` and `7z -mx=9` take a
/// quarter of it.
pub(crate) const MEMORY: u32 = 256 << 10;

/// Packed bytes that a decoder asks for at a time.
pub(super) const READ_AHEAD: usize = 1 << 16;

impl Codec {
    /// Unpacks a stream to its end; several streams one behind the other are one.
    pub(crate) fn decoder(self, packed: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        let packed = BufReader::with_capacity(READ_AHEAD, packed);
        match self {
            Codec::Gzip => Box::new(Unpacking(flate2::bufread::MultiGzDecoder::new(packed))),
            Codec::Bzip2 => Box::new(Unpacking(bzip2::bufread::MultiBzDecoder::new(packed))),
            Codec::Xz => Box::new(Unpacking(lzma_rust2::XzReader::new_mem_limit(packed, true, MEMORY))),
            Codec::Zstd => Box::new(Unpacking(Zstd { packed, frame: None })),
        }
    }
}

/// Unpacks what a zip holds by this method to `size` bytes; `None` where the method is not known here.
pub(crate) fn zip_decoder(
    method: u16,
    packed: impl Read + Send + 'static,
    size: u64,
) -> Option<io::Result<Box<dyn Read + Send>>> {
    let packed = BufReader::with_capacity(READ_AHEAD, packed);
    Some(Ok(match method {
        0 => Box::new(packed),
        8 => Box::new(flate2::bufread::DeflateDecoder::new(packed)),
        12 => Box::new(bzip2::bufread::BzDecoder::new(packed)),
        14 => return Some(zip_lzma(packed, size)),
        93 => Box::new(Zstd { packed, frame: None }),
        95 => Box::new(lzma_rust2::XzReader::new_mem_limit(packed, true, MEMORY)),
        _ => return None,
    }))
}

/// The properties of LZMA stand before its data.
fn zip_lzma(mut packed: impl Read + Send + 'static, size: u64) -> io::Result<Box<dyn Read + Send>> {
    let mut head = [0; 9];
    packed.read_exact(&mut head)?;
    let [_, _, 5, 0, properties, dictionary @ ..] = head else {
        return Err(io::Error::other("LZMA with properties of another length"));
    };
    let dictionary = u32::from_le_bytes(dictionary);
    if lzma_rust2::lzma_get_memory_usage_by_props(dictionary, properties)? > MEMORY {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    Ok(Box::new(lzma_rust2::LzmaReader::new_with_props(packed, size, properties, dictionary, None)?))
}

/// The frames of a Zstandard stream, one behind the other.
struct Zstd<R> {
    packed: R,
    frame: Option<Box<ruzstd::decoding::FrameDecoder>>,
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(frame) = &mut self.frame else {
                if self.packed.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                self.begin()?;
                continue;
            };
            while frame.can_collect() == 0 && !frame.is_finished() {
                let one = ruzstd::decoding::BlockDecodingStrategy::UptoBlocks(1);
                frame.decode_blocks(&mut self.packed, one).map_err(io::Error::other)?;
            }
            let got = frame.read(buffer)?;
            if got > 0 || buffer.is_empty() {
                return Ok(got);
            }
            let stated = frame.get_checksum_from_data();
            if stated.is_some() && stated != frame.get_calculated_checksum() {
                return Err(io::Error::other("the checksum does not fit"));
            }
            self.frame = None;
        }
    }
}

impl<R: BufRead> Zstd<R> {
    /// Begins a frame; one that holds no data of ours is passed over.
    fn begin(&mut self) -> io::Result<()> {
        use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
        let mut frame = Box::new(ruzstd::decoding::FrameDecoder::new());
        match frame.init(&mut self.packed) {
            Ok(()) => self.frame = Some(frame),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                io::copy(&mut self.packed.by_ref().take(length.into()), &mut io::sink())?;
            }
            Err(error) => return Err(io::Error::other(error)),
        }
        Ok(())
    }
}
