import { join } from 'node:path';
import { overStdio } from './mcp-callers.ts';
import { NODE_VARIABLES } from './node-variables.ts';

const MAIN = join(import.meta.dirname, '../../packages/timestep/src/cli/main.ts');

/** How Node runs `timestep a2a-mcp` from source. */
export const BRIDGE_ARGS: readonly string[] = ['--conditions=@timestep/source', MAIN, 'a2a-mcp'];

/** A client of `timestep a2a-mcp` with these arguments, in a process of its own. */
export function bridgeProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof overStdio> {
  return overStdio(process.execPath, [...BRIDGE_ARGS, ...args], { ...NODE_VARIABLES, ...env });
}
