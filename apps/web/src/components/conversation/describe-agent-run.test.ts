import { expect, it } from 'vitest';
import type { RunRow } from '@timestep-ai/timestep/view';
import type { AgentCallRun } from './agent-calls.ts';
import { describeAgentRun } from './describe-agent-run.ts';

const task = {
  id: 't2',
  agent: 'sky',
  contextId: 'c',
  title: '',
  createdAt: 0,
  depth: 1,
  rows: [],
};

function createRow(row: Partial<RunRow['row']>, agent = 'sky'): RunRow {
  const whole = { id: 'r', kind: 'model', label: 'step 1', from: 0, generation: 1 } as const;
  const running = { ...whole, state: 'running' as const, ...row };
  return { key: 'k', taskId: 't', agent, depth: 1, row: running };
}

const describe = (below: readonly RunRow[], state: 'running' | 'done' = 'running') => {
  const shown = { ...createRow({ kind: 'task', state }), task };
  const run: AgentCallRun = { shown, below, now: 0 };
  return describeAgentRun(run);
};

it('says what the deepest running step does, and whose it is', () => {
  expect(describe([])).toEqual({ text: 'Begins', isPerson: false });
  expect(describe([createRow({ state: 'done' }), createRow({})])).toEqual({
    text: 'Thinks',
    isPerson: false,
  });
  const tool = { kind: 'tool', label: 'read_radar' } as const;
  expect(describe([createRow({}), createRow(tool, 'wind')])).toEqual({
    text: 'wind: read_radar',
    isPerson: false,
  });
  expect(describe([createRow({ kind: 'approval', label: 'pay' })])).toEqual({
    text: 'Waits for approval: pay',
    isPerson: true,
  });
});

it('says nothing about an agent that has answered', () => {
  expect(describe([createRow({})], 'done')).toBeUndefined();
});

it('says what an agent of another server has said last, unless a person is asked', () => {
  const remote = { name: 'Sky', address: 'http://peer/sky' };
  const asks = createRow({ label: 'Sky', asksAgent: true, remote });
  const relayed = { shown: { ...createRow({ kind: 'task' }), task }, below: [asks], now: 0 };
  expect(describeAgentRun(relayed, 'Reads the radar')?.text).toBe('Reads the radar');
  expect(describeAgentRun(relayed)?.text).toBe('→ Sky');
  const shown = createRow({ kind: 'tool', label: 'sky', asksAgent: true, remote });
  expect(describeAgentRun({ shown, below: [], now: 0 })?.text).toBe('Works');
  expect(describeAgentRun({ shown, below: [], now: 0 }, 'Reads')?.text).toBe('Reads');
  const ended = { ...shown, row: { ...shown.row, state: 'done' as const } };
  expect(describeAgentRun({ shown: ended, below: [], now: 0 }, 'Reads')).toBeUndefined();
  const asked = createRow({ kind: 'question', label: 'sky' });
  expect(describeAgentRun({ shown: ended, below: [asked], now: 0 }, 'Reads')).toEqual({
    text: 'Waits for an answer: sky',
    isPerson: true,
  });
  // A step of an agent of this server says more than earlier progress.
  expect(
    describeAgentRun({ ...relayed, below: [createRow({ kind: 'tool', label: 'look' })] }, 'x')
      ?.text,
  ).toBe('look');
});
