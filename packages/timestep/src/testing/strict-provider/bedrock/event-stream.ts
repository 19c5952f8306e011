import { crc32 } from 'node:zlib';
import type { JsonObject } from '#core';

const TEXT_HEADER = 7;
/** Number of bytes before the headers: two lengths and a checksum. */
const PRELUDE_LENGTH = 12;
const CHECKSUM_LENGTH = 4;

/** Encodes an event as Amazon's binary event stream does (`vnd.amazon.eventstream`). */
export function encodeAmazonEvent(type: string, payload: JsonObject): Uint8Array {
  const headers = Buffer.concat([
    encodeHeader(':event-type', type),
    encodeHeader(':content-type', 'application/json'),
    encodeHeader(':message-type', 'event'),
  ]);
  const data = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(PRELUDE_LENGTH);
  prelude.writeUInt32BE(PRELUDE_LENGTH + headers.length + data.length + CHECKSUM_LENGTH, 0);
  prelude.writeUInt32BE(headers.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, headers, data]);
  const checksum = Buffer.alloc(CHECKSUM_LENGTH);
  checksum.writeUInt32BE(crc32(message));
  return Buffer.concat([message, checksum]);
}

function encodeHeader(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  const head = Buffer.from([name.length, ...Buffer.from(name), TEXT_HEADER]);
  return Buffer.concat([head, length, Buffer.from(value)]);
}
