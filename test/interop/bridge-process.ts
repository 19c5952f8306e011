import { join } from 'node:path';
import { overStdio } from './mcp-callers.ts';
import { NODE_VARIABLES } from './node-variables.ts';

const MAIN = join(import.meta.dirname, '../../packages/timestep/src/people/cli/main.ts');

/** The Node arguments that run `timestep a2a-mcp` from source. */
export const BRIDGE_ARGS: readonly string[] = ['--conditions=@timestep/source', MAIN, 'a2a-mcp'];

/** Connects a client to `timestep a2a-mcp` with these arguments, in a separate process. */
export function bridgeProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof overStdio> {
  return overStdio(process.execPath, [...BRIDGE_ARGS, ...args], { ...NODE_VARIABLES, ...env });
}
