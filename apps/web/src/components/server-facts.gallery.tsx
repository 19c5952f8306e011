import type { ServerStatus } from '@timestep-ai/timestep/view';
import { ServerFacts } from './server-facts.tsx';

export const title = 'Health of a server';

const AT = Date.parse('2026-01-02T03:04:05Z');
const status: ServerStatus = {
  name: 'files',
  kind: 'command',
  state: 'connected',
  since: AT,
  protocol: { era: 'legacy', revision: '2025-11-25', server: { name: 'files', version: '1.2' } },
  tools: 3,
  malformedTools: [],
  lastPing: { at: AT, roundTripMs: 1.4 },
};

export const states = {
  connected: <ServerFacts status={status} />,
  failed: (
    <ServerFacts
      status={{ ...status, state: 'failed', lastError: { at: AT, why: 'its process has ended' } }}
    />
  ),
  'with malformed tools': <ServerFacts status={{ ...status, malformedTools: ['odd'] }} />,
  idle: <ServerFacts status={{ name: 'x', state: 'idle', tools: 0, malformedTools: [] }} />,
};
