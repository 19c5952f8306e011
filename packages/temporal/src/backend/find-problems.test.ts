import { expect, it } from 'vitest';
import type { StoreFacts } from '../store/store-facts.ts';
import { findProblems, type BackendFacts } from './find-problems.ts';

const DAY_MS = 24 * 3600 * 1000;
const STORE: StoreFacts = {
  tasksByState: { working: 1 },
  underWay: 1,
  oldestUnderWay: [{ id: 't1', agent: 'a', updatedAt: 0 }],
  oldestWaiting: [],
  parked: [],
  brokenLogs: [],
  unread: [],
  undelivered: 0,
};
const SITE = { address: '127.0.0.1:7233', namespace: 'default', taskQueue: 'timestep' };
const BUILDS = { polling: [], hasUnversioned: true, current: undefined };
const REACHED = {
  ...SITE,
  kind: 'reached',
  workers: ['w1'],
  builds: BUILDS,
  notRunning: [],
  needed: [],
} as const;
const BUILT = { polling: ['timestep.v2'], hasUnversioned: false, current: 'timestep.v2' };

function found(seen: Partial<BackendFacts>, now = 0): [string, string][] {
  const findings = findProblems({ store: STORE, temporal: REACHED, ...seen }, now);
  return findings.map(({ severity, code }) => [severity, code]);
}

it('finds nothing wrong where workers are at work', () => {
  expect(found({})).toEqual([]);
});

it.each<[string, Partial<BackendFacts>, [string, string]]>([
  [
    'a Temporal that is not there',
    { temporal: { ...SITE, kind: 'unreachable', reason: 'start it' } },
    ['problem', 'unreachable'],
  ],
  ['tasks without a worker', { temporal: { ...REACHED, workers: [] } }, ['problem', 'no-worker']],
  [
    'messages without a worker',
    { store: { ...STORE, underWay: 0, undelivered: 2 }, temporal: { ...REACHED, workers: [] } },
    ['problem', 'no-worker'],
  ],
  [
    'tasks without a workflow',
    { temporal: { ...REACHED, notRunning: ['t1'] } },
    ['problem', 'stuck-task'],
  ],
  [
    'workers with a build where none is current',
    { temporal: { ...REACHED, builds: { ...BUILT, current: undefined } } },
    ['problem', 'no-current-build'],
  ],
  [
    'a current build without workers',
    { temporal: { ...REACHED, builds: { ...BUILT, current: 'timestep.v1' } } },
    ['problem', 'no-current-build'],
  ],
  [
    'tasks of a build without workers',
    {
      temporal: {
        ...REACHED,
        builds: BUILT,
        needed: [
          { build: 'timestep.v1', taskIds: ['t1'] },
          { build: 'timestep.v2', taskIds: ['t2'] },
        ],
      },
    },
    ['problem', 'no-worker-of-build'],
  ],
  ['gaps in logs', { store: { ...STORE, brokenLogs: ['t1'] } }, ['problem', 'broken-log']],
])('finds %s', (_what, seen, finding) => {
  expect(found(seen)).toEqual([finding]);
});

it.each([
  ['the current build has workers', BUILT],
  [
    'workers without a build receive new tasks',
    { ...BUILT, hasUnversioned: true, current: undefined },
  ],
])('finds nothing wrong where %s', (_, builds) => {
  expect(found({ temporal: { ...REACHED, builds } })).toEqual([]);
});

it('names the command that makes a build current, without a build id cut at its dots', () => {
  const builds = { polling: ['desk.1.2.3'], hasUnversioned: false, current: undefined };
  const [finding] = findProblems({ store: STORE, temporal: { ...REACHED, builds } }, 0);
  expect(finding?.message).toContain(
    'temporal worker deployment set-current-version --deployment-name desk --build-id 1.2.3',
  );
});

it('misses no worker where there is nothing to do', () => {
  const store = { ...STORE, underWay: 0 };
  expect(found({ store, temporal: { ...REACHED, workers: [] } })).toEqual([]);
});

it('notes tasks that have waited for more than a week', () => {
  const store = { ...STORE, oldestWaiting: [{ id: 't2', agent: 'a', updatedAt: 0 }] };
  expect(found({ store }, 7 * DAY_MS)).toEqual([]);
  expect(found({ store }, 8 * DAY_MS)).toEqual([['note', 'long-wait']]);
});

it('notes tasks that ended their workers and wait for a user', () => {
  const store = { ...STORE, parked: [{ id: 't3', agent: 'a', updatedAt: 0 }] };
  expect(found({ store })).toEqual([['note', 'parked-task']]);
});
