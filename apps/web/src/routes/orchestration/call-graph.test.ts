import type { AgentSummary, TaskSummary } from '@timestep-ai/timestep/view';
import { expect, it } from 'vitest';
import { createTaskSummary } from '../tasks/task-summary.fixture.ts';
import { buildCallGraph, describeCallCounts } from './call-graph.ts';

function agent(id: string, calls?: readonly string[]): AgentSummary {
  const about = { description: '', version: '1', isExposed: true, skills: [], tools: [] };
  return { id, name: id.toUpperCase(), ...about, ...(calls && { calls }) };
}

function task(id: string, at: number, more: Partial<TaskSummary>): TaskSummary {
  return { ...createTaskSummary(id, at), ...more };
}

it('counts the calls that are under way and those that have ended on what agents name', () => {
  const { agents, calls, ended } = buildCallGraph(
    [agent('desk', ['sky', 'sea']), agent('sky')],
    [
      task('d1', 9, { agent: 'desk', state: 'working', children: ['s1', 's2', 's3', 'gone'] }),
      task('s1', 8, { agent: 'sky', state: 'working' }),
      task('s2', 7, { agent: 'sky', state: 'input-required' }),
      task('s3', 5, { agent: 'sky', children: ['o1'] }),
      task('o1', 6, { agent: 'other', state: 'failed' }),
    ],
  );
  expect(agents).toEqual([
    { id: 'desk', name: 'DESK' },
    { id: 'sky', name: 'SKY' },
    { id: 'sea', name: 'sea' },
    { id: 'other', name: 'other' },
  ]);
  expect(calls).toEqual([
    { from: 'desk', to: 'sky', isNamed: true, working: 1, waiting: 1, ended: 1 },
    { from: 'desk', to: 'sea', isNamed: true, working: 0, waiting: 0, ended: 0 },
    { from: 'sky', to: 'other', isNamed: false, working: 0, waiting: 0, ended: 1 },
  ]);
  expect(ended.map((call) => [call.from, call.task.id])).toEqual([
    ['sky', 'o1'],
    ['desk', 's3'],
  ]);
  const kept = { days: 7, calls: [{ caller: 'desk', agent: 'sky', calls: 900 }] };
  const counted = buildCallGraph([agent('desk', ['sky'])], [], kept);
  expect(counted.calls.map(describeCallCounts)).toEqual(['900 in 7 days']);
  expect(calls.map(describeCallCounts)).toEqual([
    '1 running, 1 waiting for input, 1 ended',
    'no calls',
    '1 ended; not listed in the files of the caller',
  ]);
});

it('finds the caller of a call whose task is not in the list, and counts calls without any tasks', () => {
  const called = task('s1', 8, {
    agent: 'sky',
    state: 'input-required',
    callers: ['guide', 'desk'],
  });
  const calls = [
    { caller: 'desk', agent: 'sky', calls: 12 },
    { caller: 'gone', agent: 'desk', calls: 1 },
  ];
  const graph = buildCallGraph([agent('desk', ['sky']), agent('sky')], [called], {
    days: 7,
    calls,
  });
  expect(graph.calls.map((call) => [call.from, call.to, describeCallCounts(call)])).toEqual([
    ['desk', 'sky', '1 waiting for input, 12 in 7 days'],
    ['gone', 'desk', '1 in 7 days; not listed in the files of the caller'],
  ]);
  expect(graph.agents.map(({ id }) => id)).toEqual(['desk', 'sky', 'gone']);
});
