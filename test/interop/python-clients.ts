import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Where `npm run install:clients` puts a Python that has the packages below. */
export const PYTHON_CLIENTS = join(import.meta.dirname, '../../node_modules/.cache/clients');

/** Official implementations in Python that tests speak with. */
export const PYTHON_PACKAGES: readonly string[] = [
  'a2a-sdk[http-server]==0.3.26',
  'uvicorn==0.54.0',
];

/** The Python of this machine that has them, if there is one. */
export function pythonWithClients(): string | undefined {
  const found = [join(PYTHON_CLIENTS, 'bin/python'), 'python3'];
  return found.find((python) => hasClients(python));
}

function hasClients(python: string): boolean {
  const seen = 'import uvicorn; from a2a.server.apps import A2AStarletteApplication';
  return spawnSync(python, ['-c', seen]).status === 0;
}

/**
 * True where tests can speak with them. Where `TIMESTEP_REQUIRE_CLIENTS` is set they must: a machine
 * without them then fails. Elsewhere it is told that these tests do not run.
 */
export function hasPythonClients(): boolean {
  if (pythonWithClients() !== undefined) return true;
  const message = 'no a2a-sdk for Python: run "npm run install:clients"';
  if (process.env['TIMESTEP_REQUIRE_CLIENTS'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/interop/orchestra-python.test.ts: ${message}\n`);
  return false;
}
