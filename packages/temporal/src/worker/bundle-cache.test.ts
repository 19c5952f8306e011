import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadOrBuildBundle } from './bundle-cache.ts';

let folder: string;
let source: string;
let made: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  source = join(folder, 'source.ts');
  made = 0;
  writeFileSync(source, 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

function bundle(file = join(folder, 'cache/bundle.json')): Promise<string> {
  return loadOrBuildBundle(file, async () => {
    made += 1;
    return {
      code: `bundle ${made}`,
      sources: [source, join(folder, 'in the memory of the bundler')],
    };
  });
}

it('is made once for the same sources', async () => {
  expect([await bundle(), await bundle()]).toEqual(['bundle 1', 'bundle 1']);
});

it('is made again once a source reads differently, or is gone', async () => {
  await bundle();
  writeFileSync(source, 'two');
  expect(await bundle()).toBe('bundle 2');
  expect(await bundle()).toBe('bundle 2');
  rmSync(source);
  expect(await bundle()).toBe('bundle 3');
});

it('is made every time where it was made of no file that could differ', async () => {
  rmSync(source);
  expect([await bundle(), await bundle()]).toEqual(['bundle 1', 'bundle 2']);
});

it('is made again where what is kept cannot be read', async () => {
  await bundle();
  writeFileSync(join(folder, 'cache/bundle.json'), '{"code":');
  expect(await bundle()).toBe('bundle 2');
});

it('is made every time where it cannot be kept', async () => {
  const under = join(source, 'bundle.json');
  expect([await bundle(under), await bundle(under)]).toEqual(['bundle 1', 'bundle 2']);
});
