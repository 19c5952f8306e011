import { existsSync } from 'node:fs';
import { join } from 'node:path';

const INSTALLED = join(import.meta.dirname, '../../node_modules/.cache/inspector');

/** The launcher of the MCP Inspector. */
export const INSPECTOR: string = join(
  process.env['TIMESTEP_INSPECTOR'] ?? INSTALLED,
  'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

/**
 * True if tests can use the Inspector. If `TIMESTEP_REQUIRE_INSPECTOR` is set, a machine without it
 * fails; otherwise a line says that these tests do not run.
 */
export function hasInspector(
  file: string = INSPECTOR,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  if (existsSync(file)) return true;
  const message = 'no Inspector: run "npm run install:inspector"';
  if (env['TIMESTEP_REQUIRE_INSPECTOR'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/conformance/mcp-inspector: ${message}\n`);
  return false;
}
