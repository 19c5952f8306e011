import { describe, expect, it } from 'vitest';
import { fileToPromptPart } from './file-to-prompt-part.ts';

const fallbackMediaType = 'application/octet-stream';

describe('fileToPromptPart', () => {
  it('takes the media type from the given type, the data URL, or the name', () => {
    const url = 'https://files.example/picture.JPG?size=big';
    expect(fileToPromptPart({ url, fallbackMediaType })).toMatchObject({ mediaType: 'image/jpeg' });
    const told = { url, fallbackMediaType, media_type: 'image/webp' };
    expect(fileToPromptPart(told)).toMatchObject({ mediaType: 'image/webp' });
    const named = { url: 'https://files.example/1', filename: 'a.pdf', fallbackMediaType };
    expect(fileToPromptPart(named)).toMatchObject({ mediaType: 'application/pdf' });
    const unknown = { url: 'https://files.example/1', fallbackMediaType: 'image/*' };
    expect(fileToPromptPart(unknown)).toMatchObject({ mediaType: 'image/*' });
  });

  it('reads a name of any length in one go', () => {
    const filename = `${'.a?'.repeat(400_000)}\n!`;
    const part = fileToPromptPart({ url: 'https://files.example/1', filename, fallbackMediaType });
    expect(part).toMatchObject({ mediaType: fallbackMediaType });
  });

  it('passes data on as base64, whatever the data URL held', () => {
    expect(fileToPromptPart({ url: 'data:application/pdf,%25PDF', fallbackMediaType })).toEqual({
      type: 'file',
      mediaType: 'application/pdf',
      data: { type: 'data', data: Buffer.from('%PDF').toString('base64') },
    });
  });

  it.each(['picture.png', 'data:image/png', 'data:text/plain,100%'])(
    'says that it leaves out what is no URL: %s',
    (url) => {
      expect(fileToPromptPart({ url, fallbackMediaType })).toEqual({
        type: 'text',
        text: `(a file was left out here: ${url} is neither an http(s) nor a data URL)`,
      });
    },
  );

  it('turns text files into text, which every provider takes', () => {
    const base64 = Buffer.from('größe,1').toString('base64');
    const url = `data:text/csv;charset=utf-8;base64,${base64}`;
    expect(fileToPromptPart({ url, filename: 'a.csv', fallbackMediaType })).toEqual({
      type: 'text',
      text: 'a.csv:\ngröße,1',
    });
    expect(fileToPromptPart({ url: 'data:application/json,{}', fallbackMediaType })).toEqual({
      type: 'text',
      text: '{}',
    });
  });
});

it.each([
  ['image/jpg', 'AAAA', 'image/jpeg'],
  ['IMAGE/PNG; charset=x', 'AAAA', 'image/png'],
  ['image/png', '/9j/AAAA', 'image/jpeg'],
  ['application/octet-stream', 'iVBORw0KGgoAAA', 'image/png'],
  ['image/webp', 'UklGRhAgMABXRUJQVlA4IA==', 'image/webp'],
  ['audio/x-wav', 'UklGRhAgMABXQVZFZm10IA==', 'audio/wav'],
  ['application/x-pdf', 'AAAA', 'application/pdf'],
])('sends %s with the bytes %s as %s', (media_type, base64, mediaType) => {
  const reference = { url: `data:${media_type};base64,${base64}`, media_type };
  expect(fileToPromptPart({ ...reference, fallbackMediaType: 'image/*' })).toMatchObject({
    mediaType,
  });
});

it.each([
  ['image/svg+xml', '<svg/>', '<svg/>'],
  ['application/yaml', 'a: 1', 'a: 1'],
  ['text/plain', '', '(empty file)'],
  ['text/plain', 'a\0b', 'a\uFFFDb'],
])('sends %s as text that providers accept', (type, written, text) => {
  const url = `data:${type};base64,${Buffer.from(written).toString('base64')}`;
  expect(fileToPromptPart({ url, fallbackMediaType: 'image/*' })).toEqual({ type: 'text', text });
});
