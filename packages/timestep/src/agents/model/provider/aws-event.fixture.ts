import { crc32 } from 'node:zlib';
import type { JsonObject } from '#core';

/** Encodes an event of Bedrock as a frame of an AWS event stream. */
export function encodeAwsEvent([type, payload]: readonly [string, JsonObject]): Buffer {
  const headers = Buffer.concat([
    encodeHeader(':event-type', type),
    encodeHeader(':content-type', 'application/json'),
    encodeHeader(':message-type', 'event'),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const lengths = toUint32(headers.length + body.length + 16, headers.length);
  const frame = Buffer.concat([lengths, toUint32(crc32(lengths)), headers, body]);
  return Buffer.concat([frame, toUint32(crc32(frame))]);
}

const STRING_HEADER = 7;

function encodeHeader(name: string, value: string): Buffer {
  const kind = Buffer.from([STRING_HEADER, 0, value.length]);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), kind, Buffer.from(value)]);
}

function toUint32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
}
