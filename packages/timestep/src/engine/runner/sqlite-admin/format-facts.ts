import type { JsonObject } from '#core';
import { formatBytes, formatDuration, formatTime } from '#engine/port';
import type { FileHolder } from './file-holders.ts';
import type { StoreFacts } from './store-facts.ts';
import type { TaskFacts } from '#engine/store';

export function formatStoreFactRows(
  facts: StoreFacts,
  now: number,
): [name: string, text: string][] {
  const { databaseBytes, walBytes, freeBytes, tasksByState, owners, oldestWaiting } = facts;
  const { holders, readLogs } = facts;
  const states = Object.entries(tasksByState).map(([state, count]) => `${count} ${state}`);
  const lives = owners.map(({ id, life }) => `${id} ${life}`);
  const waits = oldestWaiting.map(
    ({ id, updatedAt }) => `${id} for ${formatDuration(now - updatedAt)}`,
  );
  const free = freeBytes > 0 ? ` (${formatBytes(freeBytes)} free)` : '';
  return [
    ['Schema', String(facts.schemaVersion)],
    ['Size', `${formatBytes(databaseBytes)}${free}, write-ahead log ${formatBytes(walBytes)}`],
    ...(holders ? [formatHolders(holders)] : []),
    ['Tasks', states.join(', ') || 'none'],
    ['Processes', lives.join(', ') || 'none'],
    ['Under way', String(facts.underWay.length)],
    ['Waiting', waits.join(', ') || 'none'],
    ...(readLogs === undefined
      ? []
      : [
          ['Examined', `the newest ${readLogs} tasks; --full examines all`] satisfies [
            string,
            string,
          ],
        ]),
  ];
}

function formatHolders(holders: readonly FileHolder[]): [name: string, text: string] {
  const names = holders.map(
    ({ pid, command, isReading }) => `process ${pid} (${command})${isReading ? ', reading' : ''}`,
  );
  return ['Open in', names.join(', ') || 'no other process'];
}

export function storeFactsToJson(facts: StoreFacts): JsonObject {
  return {
    schema_version: facts.schemaVersion,
    database_bytes: facts.databaseBytes,
    wal_bytes: facts.walBytes,
    ...(facts.holders && {
      open_in: facts.holders.map(({ pid, command, isReading }) => ({
        pid,
        command,
        is_reading: isReading,
      })),
    }),
    free_bytes: facts.freeBytes,
    tasks_by_state: facts.tasksByState,
    owners: facts.owners.map(({ id, life, leaseUntil }) => ({
      id,
      life,
      lease_until: formatTime(leaseUntil),
    })),
    under_way: facts.underWay.map((task) => ({ ...taskFactsToJson(task), owner: task.owner })),
    suspected: facts.suspected.map((task) => ({
      ...taskFactsToJson(task),
      crashes: task.crashes,
    })),
    parked: facts.parked.map(taskFactsToJson),
    given_up: facts.givenUp.map(taskFactsToJson),
    oldest_waiting: facts.oldestWaiting.map(taskFactsToJson),
    ...(facts.readLogs !== undefined && { read_logs: facts.readLogs }),
    broken_logs: facts.brokenLogs,
    deep_logs: facts.deepLogs,
    broken_contents: facts.brokenContents,
    leftover_locks: facts.leftoverLocks,
  };
}

function taskFactsToJson({ id, agent, updatedAt }: TaskFacts): Readonly<Record<string, string>> {
  return { id, agent, updated_at: formatTime(updatedAt) };
}
