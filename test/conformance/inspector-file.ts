import { existsSync } from 'node:fs';
import { join } from 'node:path';

const INSTALLED = join(import.meta.dirname, '../../node_modules/.cache/inspector');

/** The launcher of the Inspector of MCP. */
export const INSPECTOR: string = join(
  process.env['TIMESTEP_INSPECTOR'] ?? INSTALLED,
  'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

/** Whether the Inspector is installed; where it is not, its tests say that they do not run. */
export function hasInspector(): boolean {
  if (existsSync(INSPECTOR)) return true;
  const message = 'no Inspector: run "npm run install:inspector"';
  process.stderr.write(`NOT RUN: test/conformance/mcp-inspector: ${message}\n`);
  return false;
}
