/** Width and height of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Base64 characters that surely contain an image's header, even with a camera's preview. */
const HEADER = 128 * 1024;

/** Reads the size of a PNG, GIF, JPEG or WebP image in base64. Undefined if it cannot be read. */
export function readImageSize(base64: string): ImageSize | undefined {
  const bytes = Buffer.from(base64.slice(0, HEADER), 'base64');
  try {
    if (bytes.readUInt32BE(0) === 0x89504e47) return readImageDimensions(bytes, 16, 'readUInt32BE');
    const name = bytes.toString('latin1', 0, 4);
    if (name === 'GIF8') return readImageDimensions(bytes, 6, 'readUInt16LE');
    if (name === 'RIFF') return readWebpSize(bytes);
    return bytes.readUInt16BE(0) === 0xffd8 ? readJpegSize(bytes) : undefined;
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

function readImageDimensions(
  bytes: Buffer,
  at: number,
  read: 'readUInt32BE' | 'readUInt16LE',
): ImageSize {
  const width = bytes[read](at);
  return { width, height: bytes[read](at + (read === 'readUInt32BE' ? 4 : 2)) };
}

/** JPEG (ITU-T T.81, B.2.2): skips segments up to the frame header, which contains the size. */
function readJpegSize(bytes: Buffer): ImageSize | undefined {
  for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker < 0xff00) return undefined;
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf;
    if (!isFrame || [0xffc4, 0xffc8, 0xffcc].includes(marker)) continue;
    return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
}

/** Reads the size of a WebP image (RFC 9649, section 2). */
function readWebpSize(bytes: Buffer): ImageSize | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
