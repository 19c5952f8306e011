import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Where `npm run install:clients` puts a Python that has the packages below. */
export const PYTHON_CLIENTS = join(import.meta.dirname, '../../node_modules/.cache/clients');

/** Official implementations in Python that tests speak with. */
export const PYTHON_PACKAGES: readonly string[] = [
  'a2a-sdk[http-server]==0.3.26',
  'uvicorn==0.54.0',
  'mcp==2.3.0',
  'opentelemetry-proto==1.45.2',
  'opentelemetry-sdk==1.45.2',
];

const PYTHONS: readonly string[] = [join(PYTHON_CLIENTS, 'bin/python'), 'python3'];

/** The Python of this machine that has the agents, if there is one. */
export function pythonWithClients(found: readonly string[] = PYTHONS): string | undefined {
  return pythonWith('import uvicorn; from a2a.server.apps import A2AStarletteApplication', found);
}

/** The Python of this machine that knows the schema of OTLP, if there is one. */
export function pythonWithOtlp(found: readonly string[] = PYTHONS): string | undefined {
  return pythonWith('import opentelemetry.proto.collector.trace.v1.trace_service_pb2', found);
}

/** The Python of this machine that has clients that take part in traces, if there is one. */
export function pythonWithTracing(found: readonly string[] = PYTHONS): string | undefined {
  return pythonWith(
    'import a2a.client, httpx, opentelemetry.sdk.trace; from mcp import Client',
    found,
  );
}

function pythonWith(imports: string, found: readonly string[]): string | undefined {
  return found.find((python) => spawnSync(python, ['-c', imports]).status === 0);
}

/**
 * True where tests can speak with them. Where `TIMESTEP_REQUIRE_CLIENTS` is set they must: a machine
 * without them then fails. Elsewhere it is told that these tests do not run.
 */
export function hasPythonClients(found = PYTHONS, env = process.env): boolean {
  return pythonWithClients(found) !== undefined || lacks('a2a-sdk', 'orchestra-python', env);
}

/** The same for the schema of OTLP. */
export function hasPythonOtlp(found = PYTHONS, env = process.env): boolean {
  return pythonWithOtlp(found) !== undefined || lacks('opentelemetry-proto', 'otlp-strict', env);
}

/** The same for clients that take part in traces. */
export function hasPythonTracing(found = PYTHONS, env = process.env): boolean {
  return pythonWithTracing(found) !== undefined || lacks('mcp', 'traced-clients', env);
}

function lacks(what: string, test: string, env: NodeJS.ProcessEnv): false {
  const message = `no ${what} for Python: run "npm run install:clients"`;
  if (env['TIMESTEP_REQUIRE_CLIENTS'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/interop/${test}.test.ts: ${message}\n`);
  return false;
}
