//! Compressed streams.

use super::fault::Unpacking;
use super::kind::Codec;
use super::store::Slice;
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
            Codec::Gzip => Box::new(Unpacking(Gzip(Some(flate2::bufread::GzDecoder::new(packed))))),
            Codec::Bzip2 => Box::new(Unpacking(bzip2::bufread::MultiBzDecoder::new(packed))),
            Codec::Xz => Box::new(Unpacking(lzma_rust2::XzReader::new_mem_limit(packed, true, MEMORY))),
            Codec::Zstd => Box::new(Unpacking(Zstd::new(packed))),
        }
    }
}

/// Unpacks what a zip holds by this method to `size` bytes; `None` where the method is not known here.
pub(crate) fn zip_decoder(method: u16, packed: &Slice, size: u64) -> Option<io::Result<Box<dyn Read + Send>>> {
    // Most members are small, and a buffer is filled with zeros before it is used.
    let ahead = packed.len().clamp(1, READ_AHEAD as u64) as usize;
    // One type for all that is unpacked: each further one builds the decoders once more.
    let packed: Box<dyn Read + Send> = Box::new(packed.reader());
    let packed = BufReader::with_capacity(ahead, packed);
    Some(Ok(match method {
        0 => Box::new(packed),
        8 => Box::new(flate2::bufread::DeflateDecoder::new(packed)),
        12 => Box::new(bzip2::bufread::BzDecoder::new(packed)),
        14 => return Some(zip_lzma(packed, size)),
        93 => Box::new(Zstd::new(packed)),
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

/// The members of a gzip stream, one behind the other. Zeros behind them, with which tapes fill their last block, are
/// passed over, as `gzip -d` does.
struct Gzip<R>(Option<flate2::bufread::GzDecoder<R>>);

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let got = member.read(buffer)?;
            if got > 0 || buffer.is_empty() {
                return Ok(got);
            }
            while let ahead @ [_, ..] = member.get_mut().fill_buf()? {
                let zeros = ahead.iter().take_while(|&&byte| byte == 0).count();
                if zeros == 0 {
                    break;
                }
                member.get_mut().consume(zeros);
            }
            let is_last = member.get_mut().fill_buf()?.is_empty();
            let packed = self.0.take().map(flate2::bufread::GzDecoder::into_inner).filter(|_| !is_last);
            self.0 = packed.map(flate2::bufread::GzDecoder::new);
        }
        Ok(0)
    }
}

/// The frames of a Zstandard stream, one behind the other.
///
/// The library keeps back what it has unpacked, up to a window of some MiB, until a frame ends. So that nothing of it is
/// lost where the stream is cut off, blocks are handed to it one by one, and in the end one that ends the frame.
struct Zstd<R> {
    packed: R,
    frame: Option<Box<ruzstd::decoding::FrameDecoder>>,
    /// The block to be unpacked, with its header.
    block: Vec<u8>,
    is_cut: bool,
}

/// The last block of a frame, which holds nothing, and room for a checksum.
const NO_MORE: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

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
                self.is_cut = !next_block(&mut self.packed, &mut self.block)?;
                let block = if self.is_cut { NO_MORE } else { &self.block };
                // A checksum that is cut off does not fit, but costs no data.
                let source = block.chain(&mut self.packed).chain([0; 4].as_slice());
                let one = ruzstd::decoding::BlockDecodingStrategy::UptoBlocks(1);
                frame.decode_blocks(source, one).map_err(io::Error::other)?;
            }
            let got = frame.read(buffer)?;
            if got > 0 || buffer.is_empty() {
                return Ok(got);
            }
            if self.is_cut {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let stated = frame.get_checksum_from_data();
            if stated.is_some() && stated != frame.get_calculated_checksum() {
                return Err(io::Error::other("the checksum does not fit"));
            }
            self.frame = None;
        }
    }
}

/// Reads a block with its header of three bytes. Says whether it is all there.
fn next_block(packed: &mut impl Read, block: &mut Vec<u8>) -> io::Result<bool> {
    block.clear();
    packed.by_ref().take(3).read_to_end(block)?;
    let &[low, middle, high] = block.as_slice() else { return Ok(false) };
    // From the lowest bit: whether it is the last one, two bits for its kind, its size.
    let size = u32::from_le_bytes([low, middle, high, 0]) >> 3;
    const ONE_BYTE_REPEATED: u8 = 1;
    let packed_size = if low >> 1 & 3 == ONE_BYTE_REPEATED { 1 } else { size };
    let got = packed.take(packed_size.into()).read_to_end(block)?;
    Ok(got == packed_size as usize)
}

impl<R: BufRead> Zstd<R> {
    fn new(packed: R) -> Zstd<R> {
        Zstd { packed, frame: None, block: Vec::new(), is_cut: false }
    }

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
