import { describe, expect, it } from 'vitest';
import { hasInspector } from '../conformance/inspector-file.ts';
import { hasPythonClients, hasPythonOtlp, hasPythonTracing } from './python-clients.ts';

describe.each([
  ['the Inspector', 'INSPECTOR', (env: NodeJS.ProcessEnv) => hasInspector('/nowhere', env)],
  ['the clients in Python', 'CLIENTS', (env: NodeJS.ProcessEnv) => hasPythonClients([], env)],
  ['the schema of OTLP', 'CLIENTS', (env: NodeJS.ProcessEnv) => hasPythonOtlp([], env)],
  ['clients with traces', 'CLIENTS', (env: NodeJS.ProcessEnv) => hasPythonTracing([], env)],
] as const)('where %s cannot be found', (_what, name, isThere) => {
  it('fails where tests must have it, and says how to install it', () => {
    const advice = `run "npm run install:${name.toLowerCase()}"`;
    expect(() => isThere({ [`TIMESTEP_REQUIRE_${name}`]: '1' })).toThrow(advice);
  });

  it('leaves its tests out elsewhere', () => expect(isThere({})).toBe(false));
});
