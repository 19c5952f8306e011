import { describe, expect, it } from 'vitest';
import { filePartFromUrl } from './file-part-from-url.ts';

const otherwise = 'application/octet-stream';

describe('filePartFromUrl', () => {
  it('takes the media type from the given type, the data URL, or the name', () => {
    const url = 'https://files.example/picture.JPG?size=big';
    expect(filePartFromUrl({ url, otherwise })).toMatchObject({ mediaType: 'image/jpeg' });
    const told = { url, otherwise, mediaType: 'image/webp' };
    expect(filePartFromUrl(told)).toMatchObject({ mediaType: 'image/webp' });
    const named = { url: 'https://files.example/1', filename: 'a.pdf', otherwise };
    expect(filePartFromUrl(named)).toMatchObject({ mediaType: 'application/pdf' });
    const unknown = { url: 'https://files.example/1', otherwise: 'image/*' };
    expect(filePartFromUrl(unknown)).toMatchObject({ mediaType: 'image/*' });
  });

  it('reads a name of any length in one go', () => {
    const filename = `${'.a?'.repeat(400_000)}\n!`;
    const part = filePartFromUrl({ url: 'https://files.example/1', filename, otherwise });
    expect(part).toMatchObject({ mediaType: otherwise });
  });

  it('passes data on as base64, whatever the data URL held', () => {
    expect(filePartFromUrl({ url: 'data:application/pdf,%25PDF', otherwise })).toEqual({
      type: 'file',
      mediaType: 'application/pdf',
      data: { type: 'data', data: Buffer.from('%PDF').toString('base64') },
    });
  });

  it.each(['picture.png', 'data:image/png', 'data:text/plain,100%'])(
    'refuses what is no URL: %s',
    (url) => {
      expect(() => filePartFromUrl({ url, otherwise })).toThrow(/no usable URL/);
    },
  );

  it('turns text files into text, which every provider takes', () => {
    const base64 = Buffer.from('größe,1').toString('base64');
    const url = `data:text/csv;charset=utf-8;base64,${base64}`;
    expect(filePartFromUrl({ url, filename: 'a.csv', otherwise })).toEqual({
      type: 'text',
      text: 'a.csv:\ngröße,1',
    });
    expect(filePartFromUrl({ url: 'data:application/json,{}', otherwise })).toEqual({
      type: 'text',
      text: '{}',
    });
  });
});
