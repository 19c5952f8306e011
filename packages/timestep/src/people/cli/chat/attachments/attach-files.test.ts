import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { attachMentionedFiles } from './attach-files.ts';
import { completeFiles } from './complete-files.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'notes'));
  writeFileSync(join(folder, 'notes', 'a.md'), 'one');
  writeFileSync(join(folder, 'notes', '.hidden'), '');
  writeFileSync(join(folder, 'notes', 'b c.md'), '');
  writeFileSync(join(folder, 'sky.png'), 'picture');
  writeFileSync(join(folder, 'paper.pdf'), 'paper');
  writeFileSync(join(folder, 'program'), Buffer.from([1, 0, 2]));
  writeFileSync(join(folder, 'long.txt'), 'x'.repeat(200_001));
  return folder;
}

it('attaches the files that a text names, once each', async () => {
  const text = 'Compare @notes/a.md, @sky.png and @paper.pdf (@notes/a.md).';
  expect(await attachMentionedFiles(text, createFolder())).toEqual({
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'text', text: 'one', filename: 'notes/a.md' },
      {
        type: 'image_url',
        image_url: { url: `data:image/png;base64,${btoa('picture')}` },
        media_type: 'image/png',
        filename: 'sky.png',
      },
      {
        type: 'file',
        file: {
          url: `data:application/pdf;base64,${btoa('paper')}`,
          filename: 'paper.pdf',
          media_type: 'application/pdf',
        },
      },
    ],
  });
});

it.each(['Use @rule:times.', 'Write to me@notes/a.md.', '@notes', '@', '@missing.md'])(
  'leaves the text %j as it was typed',
  async (text) => {
    expect(await attachMentionedFiles(text, createFolder())).toBe(text);
  },
);

it.each([
  ['@long.txt', '@long.txt has 200001 bytes'],
  ['@program', '@program cannot be attached: choose a text'],
])('refuses %s', async (text, message) => {
  await expect(attachMentionedFiles(text, createFolder())).rejects.toThrow(message);
});

it.each([
  ['', ['@long.txt', '@notes/', '@paper.pdf', '@program', '@sky.png']],
  ['p', ['@paper.pdf', '@program']],
  ['notes/', ['@notes/a.md']],
  ['notes/.', ['@notes/.hidden']],
  ['missing/x', []],
])('completes the path %j', async (begun, words) => {
  expect((await completeFiles(begun, createFolder())).map(({ word }) => word)).toEqual(words);
});
