import { expect, it } from 'vitest';
import { listFiles } from './view-files.ts';

it('finds the files among parts, with a name and a type for each', () => {
  const url = 'data:image/png;base64,aGk=';
  expect(
    listFiles([
      { type: 'text', text: 'x' },
      { type: 'data', data: 1 },
      { type: 'image_url', image_url: { url } },
      { type: 'image_url', image_url: { url: 'https://a.example/b' }, filename: 'b.gif' },
      { type: 'file', file: { url: 'data:;base64,', filename: 'c' } },
      { type: 'file', file: { url: 'https://a.example/d', media_type: 'text/csv' } },
    ]),
  ).toEqual([
    { name: 'image', mediaType: 'image/png', url },
    { name: 'b.gif', mediaType: 'application/octet-stream', url: 'https://a.example/b' },
    { name: 'c', mediaType: 'application/octet-stream', url: 'data:;base64,' },
    { name: 'file', mediaType: 'text/csv', url: 'https://a.example/d' },
  ]);
  expect([...listFiles('x'), ...listFiles(null)]).toEqual([]);
});
