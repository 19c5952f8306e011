import { isUtf8 } from 'node:buffer';
import { collectBytes, type ByteCollector } from '../collect-bytes.ts';

/** What a peer has said over a WebSocket, put together from its frames (RFC 6455, section 5). */
type Said =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'ping'; readonly payload: Buffer }
  | { readonly kind: 'pong' }
  | { readonly kind: 'close' }
  /** The peer broke the protocol or a bound; nothing it sends after that is read. */
  | { readonly kind: 'broken'; readonly code: CloseCode; readonly reason: string };

/** Why a server closes a WebSocket (RFC 6455, section 7.4.1). */
export type CloseCode = 1000 | 1001 | 1002 | 1003 | 1007 | 1009 | 1011;

/** Reads the bytes of a client as they arrive, in pieces of any size. */
export interface FrameReader {
  take(bytes: Buffer): readonly Said[];
}

const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** What control frames may hold. */
const MOST_CONTROL_BYTES = 125;

/** Reads messages of up to so many bytes; takes a time that grows with the bytes alone. */
export function frameReader(mostBytes: number): FrameReader {
  /** Bytes of a head that is not whole. */
  let begun: Buffer = Buffer.alloc(0);
  let frame: Frame | undefined;
  /** The text whose last frame has not come; `undefined` between texts. */
  let text: ByteCollector | undefined;
  let isOver = false;

  /** Begins a frame, or says what is wrong with it. */
  function begin(head: Head, mask: Buffer): Said | undefined {
    const problem = problemWith(head, text !== undefined);
    if (problem !== undefined) return broken(1002, problem);
    if (head.opcode === OPCODE.binary) return broken(1003, 'messages are texts here');
    const isControl = head.opcode >= OPCODE.close;
    if (!isControl && head.length + (text?.size ?? 0) > mostBytes) {
      return broken(1009, `a message may have ${mostBytes} bytes`);
    }
    if (!isControl) text ??= collectBytes();
    frame = { head, mask, into: (!isControl && text) || collectBytes(), taken: 0 };
    return undefined;
  }

  function end({ head, into }: Frame): Said | undefined {
    frame = undefined;
    if (head.opcode >= OPCODE.close) return control(head.opcode, into.bytes());
    if (!head.isLast) return undefined;
    text = undefined;
    return isUtf8(into.bytes())
      ? { kind: 'text', text: into.text() }
      : broken(1007, 'texts are in UTF-8');
  }

  return {
    take(bytes) {
      const said: Said[] = [];
      let rest = bytes;
      while (!isOver) {
        let one: Said | undefined;
        if (!frame) {
          rest = begun.length > 0 ? Buffer.concat([begun, rest]) : rest;
          const head = headOf(rest);
          begun = head ? Buffer.alloc(0) : rest;
          if (!head) return said;
          one = begin(head, rest.subarray(head.at - 4, head.at));
          rest = rest.subarray(head.at);
        }
        if (frame) {
          rest = rest.subarray(add(frame, rest));
          if (frame.taken < frame.head.length) return said;
          one = end(frame);
        }
        if (one) said.push(one);
        isOver = one?.kind === 'broken' || one?.kind === 'close';
      }
      return said;
    },
  };
}

/** A frame whose payload has not come to its end. */
interface Frame {
  readonly head: Head;
  readonly mask: Buffer;
  readonly into: ByteCollector;
  taken: number;
}

/** Adds what belongs to the frame, unmasked; returns how many bytes that were. */
function add(frame: Frame, bytes: Buffer): number {
  const { mask, into, head } = frame;
  const part = Buffer.from(bytes.subarray(0, head.length - frame.taken));
  for (let index = 0; index < part.length; index += 1) {
    part[index] = (part[index] ?? 0) ^ (mask[(frame.taken + index) & 3] ?? 0);
  }
  into.add(part);
  frame.taken += part.length;
  return part.length;
}

/** The beginning of a frame. */
interface Head {
  readonly isLast: boolean;
  readonly hasExtension: boolean;
  readonly opcode: number;
  readonly isMasked: boolean;
  readonly length: number;
  /** Where the payload begins; the mask is in the four bytes before it. */
  readonly at: number;
}

function headOf(bytes: Buffer): Head | undefined {
  if (bytes.length < 2) return undefined;
  const first = bytes.readUInt8(0);
  const second = bytes.readUInt8(1);
  const short = second & 0x7f;
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const isMasked = second >= 0x80;
  const at = 2 + lengthBytes + (isMasked ? 4 : 0);
  if (bytes.length < at) return undefined;
  const length =
    lengthBytes === 8
      ? Number(bytes.readBigUInt64BE(2))
      : lengthBytes === 2
        ? bytes.readUInt16BE(2)
        : short;
  return {
    isLast: first >= 0x80,
    hasExtension: (first & 0x70) !== 0,
    opcode: first & 0x0f,
    isMasked,
    length,
    at,
  };
}

/** What is wrong with a frame of a client, given whether a text is under way. */
function problemWith(frame: Head, isUnderWay: boolean): string | undefined {
  const { opcode, isLast, length } = frame;
  if (frame.hasExtension) return 'no extension was agreed on';
  if (!frame.isMasked) return 'frames of a client are masked';
  if (!(Object.values(OPCODE) as number[]).includes(opcode)) return `no frame is of type ${opcode}`;
  if (opcode >= OPCODE.close) {
    return isLast && length <= MOST_CONTROL_BYTES
      ? undefined
      : 'control frames are short and whole';
  }
  if (opcode === OPCODE.continuation && !isUnderWay) return 'there is nothing to continue';
  if (opcode !== OPCODE.continuation && isUnderWay) return 'the last message is not over';
  return undefined;
}

function control(opcode: number, payload: Uint8Array): Said {
  switch (opcode) {
    case OPCODE.ping:
      return { kind: 'ping', payload: Buffer.from(payload) };
    case OPCODE.pong:
      return { kind: 'pong' };
    default:
      return { kind: 'close' };
  }
}

function broken(code: CloseCode, reason: string): Said {
  return { kind: 'broken', code, reason };
}

export function textFrame(text: string): Buffer {
  return frameOf(OPCODE.text, Buffer.from(text));
}

export function pingFrame(): Buffer {
  return frameOf(OPCODE.ping, Buffer.alloc(0));
}

export function pongFrame(payload: Buffer): Buffer {
  return frameOf(OPCODE.pong, payload);
}

export function closeFrame(code: CloseCode, reason: string): Buffer {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frameOf(OPCODE.close, Buffer.concat([payload, Buffer.from(reason)]));
}

/** A whole frame of a server, which is not masked. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 0x10000 ? 4 : 10);
  head.writeUInt8(0x80 | opcode, 0);
  if (length < 126) head.writeUInt8(length, 1);
  else if (length < 0x10000) {
    head.writeUInt8(126, 1);
    head.writeUInt16BE(length, 2);
  } else {
    head.writeUInt8(127, 1);
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}
