import { describe, expect, it } from 'vitest';
import { closeFrame, frameReader, pingFrame, pongFrame, textFrame } from './frames.ts';

const MASK = Buffer.from([7, 11, 13, 17]);

/** A frame as a client sends it. */
function masked(first: number, payload: Buffer | string, declared?: number): Buffer {
  const bytes = Buffer.from(payload);
  const length = declared ?? bytes.length;
  const head =
    length < 126
      ? [first, 0x80 | length]
      : length < 65_536
        ? [first, 0x80 | 126, length >> 8, length & 0xff]
        : [
            first,
            0x80 | 127,
            0,
            0,
            0,
            0,
            ...Buffer.from(length.toString(16).padStart(8, '0'), 'hex'),
          ];
  return Buffer.concat([
    Buffer.from(head),
    MASK,
    bytes.map((byte, index) => byte ^ (MASK[index % 4] ?? 0)),
  ]);
}

const TEXT = 0x81;
const FIRST = 0x01;
const MIDDLE = 0x00;
const LAST = 0x80;
const PING = 0x89;
const CLOSE = 0x88;

describe('what is read of a WebSocket', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 300_000])('is a text of %i bytes', (length) => {
    const text = 'x'.repeat(length);
    expect(frameReader(1_000_000).take(masked(TEXT, text))).toEqual([{ kind: 'text', text }]);
  });

  it('is the same in whatever pieces it arrives', () => {
    const sent = Buffer.concat([
      masked(FIRST, 'grü'),
      masked(PING, 'are you there'),
      masked(MIDDLE, 'ße, '),
      masked(LAST, '世界'),
      masked(TEXT, 'next'),
      masked(CLOSE, ''),
    ]);
    const expected = [
      { kind: 'ping', payload: Buffer.from('are you there') },
      { kind: 'text', text: 'grüße, 世界' },
      { kind: 'text', text: 'next' },
      { kind: 'close' },
    ];
    for (const size of [1, 2, 3, 7, sent.length]) {
      const reader = frameReader(100);
      const said = [];
      for (let at = 0; at < sent.length; at += size) {
        said.push(...reader.take(sent.subarray(at, at + size)));
      }
      expect(said).toEqual(expected);
    }
  });

  it.each<[string, Buffer, number]>([
    ['is not masked', textFrame('x'), 1002],
    ['uses an extension', masked(0xc1, 'x'), 1002],
    ['is of an unknown type', masked(0x83, 'x'), 1002],
    ['continues nothing', masked(LAST, 'x'), 1002],
    [
      'begins before the last is over',
      Buffer.concat([masked(FIRST, 'x'), masked(TEXT, 'x')]),
      1002,
    ],
    ['is a control frame in pieces', masked(0x09, 'x'), 1002],
    ['is a long control frame', masked(PING, 'x'.repeat(126)), 1002],
    ['is no text', masked(0x82, 'x'), 1003],
    ['is no UTF-8', masked(TEXT, Buffer.from([0xff, 0xfe])), 1007],
    ['is too long', masked(TEXT, '', 101), 1009],
    ['is endless', masked(TEXT, '', 0xffff_ffff), 1009],
    [
      'is too long in all',
      Buffer.concat([masked(FIRST, 'x'.repeat(60)), masked(LAST, '', 41)]),
      1009,
    ],
  ])('is refused where it %s', (_what, bytes, code) => {
    const reader = frameReader(100);
    expect(reader.take(bytes)).toEqual([{ kind: 'broken', code, reason: expect.any(String) }]);
    expect(reader.take(masked(TEXT, 'more'))).toEqual([]);
  });

  it('takes a time that grows with its bytes alone', () => {
    const reader = frameReader(400_000);
    const piece = masked(MIDDLE, 'x');
    reader.take(masked(FIRST, ''));
    for (let count = 0; count < 300_000; count += 1) reader.take(piece);
    expect(reader.take(masked(LAST, ''))).toEqual([{ kind: 'text', text: 'x'.repeat(300_000) }]);
  });
});

describe('what is written to a WebSocket', () => {
  it.each([
    [5, [0x81, 5]],
    [126, [0x81, 126, 0, 126]],
    [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ])('has the length of a text of %i bytes in its head', (length, head) => {
    const frame = textFrame('x'.repeat(length));
    expect([...frame.subarray(0, head.length)]).toEqual(head);
    expect(frame.length).toBe(head.length + length);
  });

  it('is a control frame', () => {
    expect([...pingFrame()]).toEqual([0x89, 0]);
    expect([...pongFrame(Buffer.from('hi'))]).toEqual([0x8a, 2, 104, 105]);
    expect([...closeFrame(1001, 'by')]).toEqual([0x88, 4, 0x03, 0xe9, 98, 121]);
  });
});
