import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkWebSize, measureWeb } from './web-size.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<script src="/ui/assets/big.js"></script><link href="https://fonts.example/x.css">',
  );
  writeFileSync(join(folder, 'assets/big.js'), randomBytes(200_000));
  writeFileSync(join(folder, 'assets/lazy.js'), randomBytes(500_000));
  writeFileSync(join(folder, 'report.html'), 'x'.repeat(560_000));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('refuses a page that is too large and asks others', () => {
  const problems = checkWebSize(measureWeb(folder));
  expect(problems).toEqual([
    expect.stringMatching(/^the page loads 200\d{3} bytes at once, more than 120000$/),
    expect.stringMatching(/^the page has 700\d{3} bytes, more than 500000$/),
    'every report has 560000 bytes of page, more than 520000',
    'the page asks for https://fonts.example/x.css, which is not its own',
  ]);
});

it('passes a small page, and none that is not there', () => {
  const small = { files: 3, initial: 90_000, inAll: 200_000, report: 300_000, outside: [] };
  expect(checkWebSize(small)).toEqual([]);
  expect(checkWebSize({ files: 0, initial: 0, inAll: 0, report: 0, outside: [] })).toHaveLength(1);
});
