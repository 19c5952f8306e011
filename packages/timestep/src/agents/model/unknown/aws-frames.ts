import { crc32 } from 'node:zlib';
import { isJsonObject, parseJson, type JsonObject } from '#core';

/** A frame of an AWS event stream: its bytes, and the event in it if it is one. */
export interface AwsFrame {
  readonly bytes: Uint8Array;
  /**
   * An object with the event's type as its only key and the payload as its value. Undefined if the frame is
   * not a JSON event.
   */
  readonly event: JsonObject | undefined;
}

/**
 * Number of bytes before the headers of a frame: two lengths and their checksum. A frame ends with another
 * checksum.
 */
const PRELUDE = 12;
const CHECKSUM = 4;
const STRING_HEADER = 7;

/** Splits the beginning of a stream into frames. `rest` is the beginning of the next one. */
export function splitAwsFrames(bytes: Uint8Array): {
  readonly frames: readonly AwsFrame[];
  readonly rest: Uint8Array;
} {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames: AwsFrame[] = [];
  let at = 0;
  while (bytes.length - at >= PRELUDE) {
    const length = view.getUint32(at);
    if (length < PRELUDE + CHECKSUM || bytes.length - at < length) break;
    const frame = bytes.subarray(at, at + length);
    frames.push({ bytes: frame, event: readEvent(frame, view.getUint32(at + 4)) });
    at += length;
  }
  return { frames, rest: bytes.subarray(at) };
}

function readEvent(frame: Uint8Array, headersLength: number): JsonObject | undefined {
  const name = findEventType(frame.subarray(PRELUDE, PRELUDE + headersLength));
  if (name === undefined) return undefined;
  const payload = frame.subarray(PRELUDE + headersLength, frame.length - CHECKSUM);
  const parsed = parseJson(new TextDecoder().decode(payload));
  return isJsonObject(parsed) ? { [name]: parsed } : undefined;
}

/** Finds the header with the event's type. Undefined if it is missing, or follows a header that is not text. */
function findEventType(headers: Uint8Array): string | undefined {
  const bytes = Buffer.from(headers.buffer, headers.byteOffset, headers.length);
  let at = 0;
  while (at + 4 < bytes.length) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    if (nameEnd + 3 > bytes.length || bytes[nameEnd] !== STRING_HEADER) return undefined;
    const valueAt = nameEnd + 3;
    const valueEnd = valueAt + bytes.readUInt16BE(nameEnd + 1);
    if (bytes.toString('utf8', at + 1, nameEnd) === ':event-type')
      return bytes.toString('utf8', valueAt, valueEnd);
    at = valueEnd;
  }
  return undefined;
}

/** Encodes an event, which has its name as the only key, as a frame. */
export function encodeAwsFrame(event: JsonObject): Uint8Array {
  const [[type, payload] = ['', {}]] = Object.entries(event);
  const headers = Buffer.concat([
    encodeHeader(':event-type', type),
    encodeHeader(':content-type', 'application/json'),
    encodeHeader(':message-type', 'event'),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const length = PRELUDE + headers.length + body.length + CHECKSUM;
  const lengths = toUint32(length, headers.length);
  const frame = Buffer.concat([lengths, toUint32(crc32(lengths)), headers, body]);
  return Buffer.concat([frame, toUint32(crc32(frame))]);
}

function encodeHeader(name: string, value: string): Buffer {
  const kind = Buffer.from([STRING_HEADER, 0, value.length]);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), kind, Buffer.from(value)]);
}

function toUint32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
}
