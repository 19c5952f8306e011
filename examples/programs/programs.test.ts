import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Each program asserts what it shows; to load it is to run it. */
it.each([
  ['typed-tool', () => import('./typed-tool.ts')],
  ['own-agent', () => import('./own-agent.ts')],
  ['streaming', () => import('./streaming.ts')],
  ['approval', () => import('./approval.ts')],
  ['suite', () => import('./suite.ts')],
])('%s runs, and is as short as it should be', async (name, run) => {
  await expect(run()).resolves.toBeDefined();
  const text = readFileSync(join(import.meta.dirname, `${name}.ts`), 'utf8');
  const code = text.split('\n').filter((line) => !/^(import|\/\*\*|$)/.test(line));
  expect(code.length).toBeLessThan(30);
  expect(code.join('\n')).not.toMatch(/ as (?!const)|<any>|@ts-/);
});
