import { expect, it } from 'vitest';
import { dataUrlToBlob } from './data-url-blob.ts';

const file = (url: string, mediaType = 'text/html') => ({ name: 'a', mediaType, url });

it.each([
  ['data:text/html;base64,aGk=', 'hi', 'application/octet-stream'],
  ['data:text/html;charset=utf-8,a%20%C3%A4', 'a ä', 'application/octet-stream'],
  ['data:,x', 'x', 'application/octet-stream'],
] as const)('makes %s a file without its type', async (url, text, type) => {
  const blob = dataUrlToBlob(file(url));
  expect([await blob?.text(), blob?.type]).toEqual([text, type]);
});

it('keeps the type of a picture alone', () => {
  expect(dataUrlToBlob(file('data:image/png;base64,aGk=', 'image/png'))?.type).toBe('image/png');
  expect(dataUrlToBlob(file('data:image/svg+xml,<svg/>', 'image/svg+xml'))?.type).toBe(
    'application/octet-stream',
  );
});

it.each(['https://a.example/b', 'javascript:alert(1)', 'data:x', 'data:;base64,%%'])(
  'makes no file of %s',
  (url) => expect(dataUrlToBlob(file(url))).toBeUndefined(),
);
