/** Type and size of an image, read from its bytes. */
export interface ImageFacts {
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

/** Whether a text is valid base64 for providers: not empty, with padding, without blanks. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Whether a provider can read or fetch an image: base64 in a data URL, or an address on the web. */
export function isWebOrBase64Url(url: string): boolean {
  return url.startsWith('data:') ? isBase64(url.slice(url.indexOf(',') + 1)) : /^https?:/.test(url);
}

/** Number of bytes that surely contain the size of an image. JPEG images may need all bytes. */
const HEAD_LENGTH = 65_536;

/** Reads type and size from the bytes of an image in base64. Undefined for other data. */
export function readImageFacts(base64: string): ImageFacts | undefined {
  const bytes = Buffer.from(base64.slice(0, HEAD_LENGTH), 'base64');
  if (bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG') {
    return {
      mediaType: 'image/png',
      width: bytes.readUInt32BE(16),
      height: bytes.readUInt32BE(20),
    };
  }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF') {
    return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  if (bytes.length >= 12 && bytes.toString('latin1', 8, 12) === 'WEBP') {
    return { mediaType: 'image/webp', width: 0, height: 0 };
  }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? readJpegFacts(bytes) : undefined;
}

function readJpegFacts(bytes: Buffer): ImageFacts {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    // JPEG markers C0 to CF start a frame with the size, except three that start tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { mediaType: 'image/jpeg', width, height };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return { mediaType: 'image/jpeg', width: 0, height: 0 };
}
