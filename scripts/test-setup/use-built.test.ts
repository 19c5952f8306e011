import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const PROGRAM = pathToFileURL(join(import.meta.dirname, 'use-built.ts'));
const CORE = join(import.meta.dirname, '../../packages/timestep/src/core');

/** What a module exports in a process that runs a build of one entry. */
async function exportsOf(specifier: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep built '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'dist/core'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'dist/core/index.js'), 'export const built = true;');
  const program = new URL(PROGRAM);
  program.search = encodeURIComponent(`${pathToFileURL(folder).href}/`);
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=@timestep/source',
    `--import=${program.href}`,
    '--input-type=module',
    '--eval',
    `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(specifier)}))))`,
  ]);
  return JSON.parse(stdout) as readonly string[];
}

it.each(['@timestep-ai/timestep/core', pathToFileURL(join(CORE, 'index.ts')).href])(
  'has a process run what was built: %s',
  async (specifier) => {
    expect(await exportsOf(specifier)).toEqual(['built']);
  },
);

it('leaves a module that is no entry of the build as it is', async () => {
  expect(await exportsOf(pathToFileURL(join(CORE, 'apply', 'apply.ts')).href)).toContain('apply');
});

it('leaves what the source imports as it is', async () => {
  expect(await exportsOf('@timestep-ai/timestep/port')).not.toContain('built');
});
