import { expect, it } from 'vitest';
import { formatStoreFactRows, storeFactsToJson } from './format-facts.ts';
import type { StoreFacts } from './store-facts.ts';

const FACTS: StoreFacts = {
  schemaVersion: 1,
  databaseBytes: 8192,
  walBytes: 0,
  freeBytes: 4096,
  tasksByState: { completed: 2, working: 1 },
  owners: [{ id: 'p1', leaseUntil: 0, life: 'gone' }],
  underWay: [{ id: 't1', agent: 'a', owner: 'p1', updatedAt: 0 }],
  oldestWaiting: [{ id: 't2', agent: 'a', updatedAt: 0 }],
  suspected: [],
  parked: [],
  givenUp: [],
  brokenLogs: [],
  deepLogs: [],
  brokenContents: [],
  leftoverLocks: ['x.owner-1'],
};

it('lays out what was seen', () => {
  expect(formatStoreFactRows(FACTS, 60_000)).toEqual([
    ['Schema', '1'],
    ['Size', '8.0 KiB (4.0 KiB free), write-ahead log 0 B'],
    ['Tasks', '2 completed, 1 working'],
    ['Processes', 'p1 gone'],
    ['Under way', '1'],
    ['Waiting', 't2 for 1 min'],
  ]);
});

it('tells which processes have the file open, where the system does', () => {
  const reading = { pid: 7, command: 'sqlite3', isReading: true };
  const facts = { ...FACTS, holders: [reading, { pid: 8, command: 'node', isReading: false }] };
  expect(formatStoreFactRows(facts, 0)).toContainEqual([
    'Open in',
    'process 7 (sqlite3), reading, process 8 (node)',
  ]);
  expect(storeFactsToJson(facts)).toMatchObject({
    open_in: [{ pid: 7, command: 'sqlite3', is_reading: true }, { pid: 8 }],
  });
});

it('is in snake_case for programs', () => {
  expect(storeFactsToJson(FACTS)).toEqual({
    schema_version: 1,
    database_bytes: 8192,
    wal_bytes: 0,
    free_bytes: 4096,
    tasks_by_state: { completed: 2, working: 1 },
    owners: [{ id: 'p1', life: 'gone', lease_until: '1970-01-01T00:00:00.000Z' }],
    under_way: [{ id: 't1', agent: 'a', updated_at: '1970-01-01T00:00:00.000Z', owner: 'p1' }],
    suspected: [],
    parked: [],
    given_up: [],
    oldest_waiting: [{ id: 't2', agent: 'a', updated_at: '1970-01-01T00:00:00.000Z' }],
    broken_logs: [],
    deep_logs: [],
    broken_contents: [],
    leftover_locks: ['x.owner-1'],
  });
});
