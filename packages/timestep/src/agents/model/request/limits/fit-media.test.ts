import type { LanguageModelV4FilePart, LanguageModelV4Message } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { replaceUnacceptedFiles } from './fit-media.ts';
import { readImageSize } from './image-size.ts';
import type { MediaLimits } from './limits.ts';

/** Creates the header of a PNG image of the given size, followed by `extra` bytes. */
function png(width: number, height: number, extra = 0): LanguageModelV4FilePart {
  const bytes = Buffer.alloc(24 + extra);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return toPart('image/png', bytes);
}

function toPart(mediaType: string, bytes: Buffer, filename?: string): LanguageModelV4FilePart {
  const data = { type: 'data', data: bytes.toString('base64') } as const;
  return { type: 'file', mediaType, data, ...(filename !== undefined && { filename }) };
}

/** Sends each file in a message of its own, and returns the texts that replace files. */
function leftOut(limits: MediaLimits, ...files: LanguageModelV4FilePart[]): (string | undefined)[] {
  const prompt = files.map((file): LanguageModelV4Message => ({ role: 'user', content: [file] }));
  return replaceUnacceptedFiles(prompt, limits).map(({ content }) => {
    const [part] = content;
    return typeof part === 'object' && part.type === 'text' ? part.text : undefined;
  });
}

describe('files that a provider refuses are named instead', () => {
  it('by type', () => {
    const bmp = toPart('image/bmp', Buffer.from('BM'), 'a.bmp');
    expect(leftOut({ types: ['image/png'] }, bmp, png(1, 1))).toEqual([
      '(the image a.bmp was left out here: the model provider does not accept files of the type image/bmp)',
      undefined,
    ]);
    const types = ['audio/*', 'image/png'];
    expect(leftOut({ types }, toPart('audio/ogg', Buffer.from('a')))).toEqual([undefined]);
    expect(leftOut({ types }, toPart('image/*', Buffer.from('a')))).toEqual([undefined]);
    expect(leftOut({ types }, toPart('video/mp4', Buffer.from('a')))).not.toEqual([undefined]);
  });

  it('by number, of which the newest are sent', () => {
    const pdf = toPart('application/pdf', Buffer.from('%PDF'));
    expect(leftOut({ images: 1, documents: 1 }, png(1, 1), pdf, png(2, 2))).toEqual([
      '(the image was left out here: the model provider accepts 1 images in one request)',
      undefined,
      undefined,
    ]);
  });

  it('by bytes', () => {
    expect(leftOut({ imageBytes: 100 }, png(1, 1, 200), png(1, 1))[0]).toMatch(/bytes are more/);
    expect(leftOut({ bytes: 100 }, png(1, 1, 60), png(1, 1, 60))).toEqual([
      expect.stringMatching(/all files together/) as string,
      undefined,
    ]);
  });

  it('by pixels, fewer if there are many images', () => {
    expect(leftOut({ side: 100 }, png(101, 1), png(100, 100))).toEqual([
      '(the image was left out here: its 101 × 1 pixels are more than the model provider accepts)',
      undefined,
    ]);
    const limits = { side: 100, sideOfMany: { images: 1, side: 50 } };
    expect(leftOut(limits, png(60, 1))).toEqual([undefined]);
    expect(leftOut(limits, png(60, 1), png(1, 1))).toEqual([expect.any(String), undefined]);
  });

  it('by address', () => {
    const at = (url: string): LanguageModelV4FilePart => ({
      type: 'file',
      mediaType: 'image/png',
      data: { type: 'url', url: new URL(url) },
    });
    const web = at('https://example.com/a.png');
    expect(leftOut({ schemes: [] }, web)[0]).toContain('https://example.com/a.png');
    expect(leftOut({ schemes: ['s3:'] }, at('s3://b/a.png'))).toEqual([undefined]);
    expect(leftOut({}, web, at('file:///etc/hosts'), at('ftp://example.com/a.png'))).toEqual([
      undefined,
      expect.stringContaining('such addresses: file:///etc/hosts'),
      expect.stringContaining('ftp://example.com/a.png'),
    ]);
  });
});

it('returns the same prompt if there are no files', () => {
  const prompt: LanguageModelV4Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'hi' }] },
  ];
  expect(replaceUnacceptedFiles(prompt, { images: 0 })).toBe(prompt);
});

describe('the size of an image', () => {
  const headers: readonly [string, string, number, number][] = [
    ['PNG', '89504e470d0a1a0a0000000d4948445200000140000000f0', 320, 240],
    ['GIF', '474946383961 4001 f000 00', 320, 240],
    ['JPEG', 'ffd8 ffe0 0004 0000 ffc4 0003 00 ffc2 0011 08 00f0 0140', 320, 240],
    ['WebP, lossy', '52494646000000005745425056503820 00000000 000000 9d012a 4001 f000', 320, 240],
    ['WebP, lossless', '5249464600000000574542505650384c 00000000 2f 3fc13b00', 320, 240],
    [
      'WebP, extended',
      '52494646000000005745425056503858 0a000000 00000000 3f0100 ef0000',
      320,
      240,
    ],
  ];
  it.each(headers)('is read from %s', (_, hex, width, height) => {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    expect(readImageSize(bytes.toString('base64'))).toEqual({ width, height });
  });

  it.each(['', 'AAAA', 'iVBORw0KGgo=', '/9j/', '/9j/AAAAAAAA', 'UklGRgAAAABXRUJQVlA4IA=='])(
    'is unknown of %j',
    (base64) => {
      expect(readImageSize(base64)).toBeUndefined();
    },
  );
});
