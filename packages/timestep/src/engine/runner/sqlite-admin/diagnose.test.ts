import { expect, it } from 'vitest';
import { diagnoseStore } from './diagnose.ts';
import type { FileHolder } from './file-holders.ts';
import type { StoreFacts } from './store-facts.ts';

const NOW = 1_000_000_000_000;
const DAY = 24 * 3600 * 1000;

const SOUND: StoreFacts = {
  schemaVersion: 1,
  databaseBytes: 4096,
  walBytes: 0,
  freeBytes: 0,
  tasksByState: { working: 1 },
  owners: [{ id: 'p1', leaseUntil: NOW + 1, life: 'alive' }],
  underWay: [{ id: 't1', agent: 'a', owner: 'p1', updatedAt: NOW - 1 }],
  oldestWaiting: [{ id: 't2', agent: 'a', updatedAt: NOW - DAY }],
  suspected: [],
  parked: [],
  givenUp: [],
  brokenLogs: [],
  deepLogs: [],
  brokenContents: [],
  leftoverLocks: [],
};

function holder(pid: number, isReading: boolean): FileHolder {
  return { pid, command: 'node', isReading };
}

it('finds nothing wrong with a database in use', () => {
  expect(diagnoseStore(SOUND, NOW)).toEqual([]);
});

it.each<[string, Partial<StoreFacts>, readonly string[], RegExp]>([
  ['a deep log', { deepLogs: ['t9'] }, ['note deep-log'], /t9.*nothing is lost/],
  ['a broken log', { brokenLogs: ['t9'] }, ['problem broken-log'], /t9.*restore/],
  [
    'contents that are missing',
    { brokenContents: ['h1'] },
    ['problem broken-content'],
    /h1.*restore/,
  ],
  [
    'a task whose owner has ended',
    { owners: [{ id: 'p1', leaseUntil: NOW, life: 'gone' }] },
    ['problem stuck-task'],
    /1 task .*t1.*start a server for a/,
  ],
  ['a task whose owner nobody knows', { owners: [] }, ['problem stuck-task'], /t1/],
  [
    'a process that is late',
    { owners: [{ id: 'p1', leaseUntil: NOW - 9000, life: 'silent' }] },
    ['problem silent-owner'],
    /p1 with 1 task .*9 s late/,
  ],
  [
    'tasks in which a process was lost',
    { suspected: [{ id: 't1', agent: 'a', updatedAt: NOW, crashes: 2 }] },
    ['problem crashing-task'],
    /up to 2 times in a row \(t1\).*timestep tasks show.*cancel/,
  ],
  [
    'tasks that are parked',
    { parked: [{ id: 't4', agent: 'a', updatedAt: NOW }] },
    ['note parked-task'],
    /\(t4\).*resume ID --message "go on"/,
  ],
  [
    'tasks that were given up',
    { givenUp: [{ id: 't3', agent: 'a', updatedAt: NOW }] },
    ['note given-up-task'],
    /\(t3\).*timestep tasks show/,
  ],
  [
    'a client that was waited for too long',
    { oldestWaiting: [{ id: 't2', agent: 'a', updatedAt: NOW - 8 * DAY }] },
    ['note long-wait'],
    /8 days \(t2\).*cancel/,
  ],
  [
    'a lock left over',
    { leftoverLocks: ['x.owner-1'] },
    ['note leftover-lock'],
    /delete x.owner-1/,
  ],
  [
    'a large write-ahead log, and who reads',
    { walBytes: 2 ** 30, holders: [holder(7, true), holder(8, false)] },
    ['note large-wal'],
    /1024 MB: process 7 \(node\) is reading.*let it finish, or stop it/,
  ],
  [
    'one that nobody reads',
    { walBytes: 2 ** 27, holders: [holder(8, false)] },
    ['note large-wal'],
    /128 MB: no process is reading now; process 8 \(node\) has it open/,
  ],
  [
    'one that nobody has open',
    { walBytes: 2 ** 27, holders: [] },
    ['note large-wal'],
    /no visible process has the file open/,
  ],
  [
    'one on a system that tells nothing',
    { walBytes: 2 ** 27 },
    ['note large-wal'],
    /this system does not report which process has the file open \(lsof may show it\)/,
  ],
  [
    'much free room',
    { freeBytes: 2 ** 30 },
    ['note free-room'],
    /stop the servers.*timestep backup/,
  ],
])('finds %s', (_name, facts, found, message) => {
  const findings = diagnoseStore({ ...SOUND, ...facts }, NOW);
  expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(found);
  expect(findings[0]?.message).toMatch(message);
});
