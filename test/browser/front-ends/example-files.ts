import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const FRONT_ENDS: string = join(import.meta.dirname, '../../../examples/front-ends');

/**
 * True if the dependencies of the example of front ends are installed. If `TIMESTEP_REQUIRE_FRONT_ENDS` is set, a machine
 * without them fails; otherwise a line says that the test does not run.
 */
export function hasFrontEnds(
  folder: string = FRONT_ENDS,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (existsSync(join(folder, 'node_modules/@copilotkit'))) return true;
  const message = 'no front ends: run "npm run install:front-ends"';
  if (env['TIMESTEP_REQUIRE_FRONT_ENDS'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/browser/front-ends: ${message}\n`);
  return false;
}
