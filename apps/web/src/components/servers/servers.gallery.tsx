import type { ExchangeListItem, ServerStatus } from '@timestep-ai/timestep/view';
import { CallResult } from './call-result.tsx';
import { McpExchangeSummary } from './exchange-summary.tsx';
import { FindingList } from './finding-list.tsx';
import { ServerFacts } from './server-facts.tsx';

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
const failure = { at: AT, why: 'its process has ended' };

const result = { content: '17 °C', isError: false, artifacts: 0 };
const rich = { ...result, structured: { degrees: 17 }, artifacts: 2, question: 'Which day?' };

const line: ExchangeListItem = {
  number: 1,
  at: AT,
  connection: 1,
  method: 'tools/call',
  subject: 'get_weather',
  isSent: true,
  state: 'answered',
  tookMs: 12,
};
const notice = { method: 'notifications/progress', isSent: false, state: 'notice' } as const;

const note = { severity: 'note', code: 'free', message: '12.0 MB are free' } as const;
const problem = {
  severity: 'problem',
  code: 'no-owner',
  message: '1 task unfinished, and no process is running it: start a server for guide',
} as const;

export const gallery = {
  'Health of a server': {
    connected: <ServerFacts status={status} />,
    failed: <ServerFacts status={{ ...status, state: 'failed', lastError: failure }} />,
    'with malformed tools': <ServerFacts status={{ ...status, malformedTools: ['odd'] }} />,
    idle: <ServerFacts status={{ name: 'x', state: 'idle', tools: 0, malformedTools: [] }} />,
  },
  'Call result': {
    returned: <CallResult tool="get_weather" outcome={{ kind: 'done', result, tookMs: 12 }} />,
    'with more than text': (
      <CallResult tool="forecast" outcome={{ kind: 'done', result: rich, tookMs: 1200 }} />
    ),
    failed: (
      <CallResult
        tool="remove"
        outcome={{ kind: 'done', result: { ...result, isError: true }, tookMs: 12 }}
      />
    ),
    denied: (
      <CallResult tool="pay" outcome={{ kind: 'denied', why: "the agent's files deny pay" }} />
    ),
  },
  'Protocol message': {
    answered: <McpExchangeSummary line={line} />,
    failed: <McpExchangeSummary line={{ ...line, state: 'failed' }} />,
    open: <McpExchangeSummary line={{ ...line, state: 'open' }} />,
    notice: <McpExchangeSummary line={{ ...line, ...notice }} />,
  },
  'Database findings': {
    fine: <FindingList findings={[]} />,
    'with a note': <FindingList findings={[note]} />,
    'with a problem': <FindingList findings={[note, problem]} />,
  },
};
