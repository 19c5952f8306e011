import { expect, it, onTestFinished } from 'vitest';
import type { Consent } from '#core';
import type { Backend } from '#engine/port';
import { openMemory, STANDING_CONSENTS_ID } from '#engine/runner';
import { scriptedAgent } from '#agents/model';
import { Agent, serve } from '#serving/server';
import { createPageProtocol } from '../page-protocol.ts';

const consent: Consent = {
  id: 't1:1:c1',
  agent: 'desk',
  by: 'ann',
  at: 1000,
  scope: 'always',
  covers: { rule: 'read:path=/a/*' },
  definition: { name: 'read', server: 'files', input: {} },
  digest: 'sha256:d',
  call: 'sha256:c',
};

const model = scriptedAgent(() => 'hello');

it('lists what is remembered, and revokes it once', async () => {
  let backend: Backend | undefined;
  const serving = await serve({
    agents: [new Agent({ agentId: 'desk', name: 'Desk', description: 'Helps.', model })],
    port: 0,
    backend: (needs) => (backend = openMemory(needs)),
    protocols: [
      createPageProtocol({ access: { kind: 'token', token: 't' }, files: async () => new Map() }),
    ],
  });
  onTestFinished(() => serving.close(0));
  const opening = { sessionId: STANDING_CONSENTS_ID, principal: 'ann', agent: '' };
  await backend?.sessions.append(
    { principal: 'ann', id: STANDING_CONSENTS_ID },
    0,
    [
      { type: 'session.opened', ...opening },
      { type: 'session.consented', consent },
    ],
    1000,
  );
  const ask = async (path: string, method = 'GET') => {
    const headers = { authorization: 'Bearer t' };
    const response = await fetch(`${serving.url}/ui/api${path}`, { method, headers });
    return [response.status, await response.json()];
  };
  const line = { id: 't1:1:c1', agent: 'desk', principal: 'ann', at: 1000, tool: 'read' };
  const shown = { ...line, server: 'files', covers: 'read:path=/a/*' };
  expect(await ask('/consents')).toEqual([200, { consents: [shown] }]);
  const path = `/consents/${encodeURIComponent(consent.id)}`;
  expect(await ask(path, 'DELETE')).toEqual([200, {}]);
  expect(await ask('/consents')).toEqual([200, { consents: [] }]);
  expect(await ask(path, 'DELETE')).toMatchObject([404, { error: { code: 'no-consent' } }]);
});
