import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readWholeLines } from './whole-lines.ts';

it.each([1, 2, 3, 7, 1024])('reads whole lines, %i bytes at a time', (bytes) => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'lines');
  writeFileSync(path, 'äöü 𝄞\n\nlong enough for several reads\nlast\ncut o');
  const lines = [...readWholeLines(path, bytes)];
  expect(lines).toEqual(['äöü 𝄞', '', 'long enough for several reads', 'last']);
});
