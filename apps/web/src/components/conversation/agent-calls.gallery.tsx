import type { CallItem, RunRow } from '@timestep-ai/timestep/view';
import { AgentCallCard } from './agent-call-card.tsx';
import type { AgentCallRun } from './agent-calls.ts';

const call: CallItem = {
  id: 'a',
  taskId: 't1',
  kind: 'call',
  callId: 'c1',
  name: 'agents_call_agent',
  arguments: '{"agent":"sky","message":"Will it rain in Oslo?"}',
  state: 'waiting',
  attempt: 1,
};

type NewRow = Partial<RunRow['row']> & Pick<RunRow['row'], 'kind' | 'label' | 'from'>;

function createRow(depth: number, row: NewRow): RunRow {
  const id = `${row.kind}/${row.from}`;
  return {
    key: id,
    taskId: 't2',
    agent: 'sky',
    depth,
    row: { id, generation: 1, state: 'done', ...row },
  };
}

const task = {
  id: 't2',
  agent: 'sky',
  contextId: 'c',
  title: 'Will it rain in Oslo?',
  createdAt: 0,
  depth: 1,
  rows: [],
};
const waits = { kind: 'task', label: 'sky', from: 0, asksAgent: true, callId: 'c1' } as const;
const decides = createRow(2, { kind: 'model', label: 'step 1', from: 10, to: 800, calls: true });
const asked = createRow(2, { kind: 'approval', label: 'read_radar', from: 810, state: 'running' });
const thinks = createRow(2, { kind: 'model', label: 'step 2', from: 810, state: 'running' });
const failed = createRow(2, {
  kind: 'tool',
  label: 'read_radar',
  from: 810,
  to: 900,
  state: 'failed',
  detail: 'the radar is away',
});

const working: AgentCallRun = {
  shown: {
    ...createRow(1, { ...waits, state: 'running' }),
    task,
    spent: { tokens: 9, costUsd: 0.02 },
  },
  below: [decides, thinks],
  now: 4000,
  link: <a href="#run">Open its run</a>,
};
const answered: AgentCallRun = {
  ...working,
  shown: { ...working.shown, row: { ...working.shown.row, state: 'done', to: 3000 } },
  below: [decides, failed],
};

const elsewhere = createRow(1, {
  ...waits,
  kind: 'tool',
  state: 'running',
  remote: { name: 'Sky', address: 'https://weather.example/agents/sky' },
});

export const gallery = {
  'Call to an agent': {
    working: <AgentCallCard call={call} run={working} />,
    'waiting for a person': (
      <AgentCallCard call={call} run={{ ...working, below: [decides, asked] }} />
    ),
    answered: (
      <AgentCallCard
        call={{ ...call, state: 'done', result: 'It will not rain.' }}
        run={answered}
      />
    ),
    'working on another server': (
      <AgentCallCard
        call={{ ...call, state: 'running', progress: 'Reads the radar' }}
        run={{ shown: elsewhere, below: [], now: 4000 }}
      />
    ),
    failed: (
      <AgentCallCard
        call={{ ...call, state: 'failed', failure: { code: 'x', message: 'it did not answer' } }}
        run={answered}
      />
    ),
  },
};
