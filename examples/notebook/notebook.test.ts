import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

const MAIN = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');

/** What a program prints that is run in an empty folder, with this on its standard input. */
async function outputOf(args: readonly string[], words = ''): Promise<[string, number | null]> {
  const cwd = mkdtempSync(join(tmpdir(), 'timestep-notebook-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  // Without the variables of a provider: the script answers.
  const { PATH, HOME, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, NODE_OPTIONS };
  const child = spawn(process.execPath, ['--conditions=@timestep/source', ...args], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(`${words}\n`);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [stdout, [code]] = await Promise.all([textOf(child.stdout), ended]);
  return [stdout, code];
}

it('keeps to its rules, and remembers in a second conversation', async () => {
  const [told, code] = await outputOf([join(import.meta.dirname, 'main.ts')]);
  expect(code).toBe(0);
  const story = [
    /oat milk/,
    /I may not do that/,
    /approved notes_write_file \{/,
    /Ada likes tea\.\n$/,
  ];
  for (const step of story) expect(told).toMatch(step);
});

it('answers through pipes, with every event as a line', async () => {
  const [lines, code] = await outputOf(
    [MAIN, 'chat', import.meta.dirname, '--trust', '--json'],
    'Read /etc/passwd',
  );
  expect(code).toBe(0);
  const events = lines.trimEnd().split('\n');
  const types = events.map((line) => (JSON.parse(line) as { readonly type: string }).type);
  expect([types.at(0), types.at(-1)]).toEqual(['task.submitted', 'task.finished']);
  expect(lines).toContain('denies the call');
});
