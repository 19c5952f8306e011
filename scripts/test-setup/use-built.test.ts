import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const PROGRAM = pathToFileURL(join(import.meta.dirname, 'use-built.ts'));
const CORE = join(import.meta.dirname, '../../packages/timestep/src/core');

/** Without the options by which processes of tests run what is built. */
const env = { ...process.env, NODE_OPTIONS: '' };

/** What a module exports in a process that runs a build of one entry. */
async function exportsOf(specifier: string): Promise<readonly string[]> {
  const program = buildOneEntry();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--conditions=@timestep/source',
      `--import=${program}`,
      '--input-type=module',
      '--eval',
      `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(specifier)}))))`,
    ],
    { env },
  );
  return JSON.parse(stdout) as readonly string[];
}

/** Makes a build of one entry, and returns the module that has a process run it. */
function buildOneEntry(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep built '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'dist/core'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'dist/core/index.js'), 'export const built = true;');
  const program = new URL(PROGRAM);
  program.search = encodeURIComponent(`${pathToFileURL(folder).href}/`);
  return program.href;
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

it('has a fixture that is the program run what was built, and a source beside it not', async () => {
  const root = mkdtempSync(join(tmpdir(), 'timestep-sources-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string): string => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const hook = write('scripts/test-setup/use-built.ts', readFileSync(PROGRAM, 'utf8'));
  const source = 'packages/timestep/src';
  const imports = { '#*': './src/*/index.ts' };
  write('packages/timestep/package.json', JSON.stringify({ type: 'module', imports }));
  write(`${source}/core/index.ts`, 'export const made = "source";');
  write('dist/core/index.js', 'export const made = "built";');
  write('package.json', '{ "type": "module" }');
  write(`${source}/source.ts`, `export { made as ofSource } from '#core';`);
  const program = write(
    `${source}/program.fixture.ts`,
    `import { made } from '#core'; import { ofSource } from './source.ts'; console.log(made, ofSource);`,
  );
  const built = encodeURIComponent(`${pathToFileURL(root).href}/`);
  const node = [`--import=${pathToFileURL(hook).href}?${built}`, program];
  const { stdout } = await promisify(execFile)(process.execPath, node, { env });
  expect(stdout).toBe('built source\n');
});
