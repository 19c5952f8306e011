import type { JsonObject } from '../../core/index.ts';
import { bytesText, durationText, timeText } from '../../port/index.ts';
import type { FileHolder } from './file-holders.ts';
import type { StoreFacts, Waiting } from './store-facts.ts';

/** The facts about a file as text for people. */
export function factRows(facts: StoreFacts, now: number): [name: string, text: string][] {
  const { databaseBytes, walBytes, freeBytes, tasksByState, owners, oldestWaiting } = facts;
  const { holders } = facts;
  const states = Object.entries(tasksByState).map(([state, count]) => `${count} ${state}`);
  const lives = owners.map(({ id, life }) => `${id} ${life}`);
  const waits = oldestWaiting.map(
    ({ id, updatedAt }) => `${id} for ${durationText(now - updatedAt)}`,
  );
  const free = freeBytes > 0 ? ` (${bytesText(freeBytes)} free)` : '';
  return [
    ['Schema', String(facts.schemaVersion)],
    ['Size', `${bytesText(databaseBytes)}${free}, write-ahead log ${bytesText(walBytes)}`],
    ...(holders ? [openIn(holders)] : []),
    ['Tasks', states.join(', ') || 'none'],
    ['Processes', lives.join(', ') || 'none'],
    ['Under way', String(facts.underWay.length)],
    ['Waiting', waits.join(', ') || 'none'],
  ];
}

function openIn(holders: readonly FileHolder[]): [name: string, text: string] {
  const names = holders.map(
    ({ pid, command, isReading }) => `process ${pid} (${command})${isReading ? ', reading' : ''}`,
  );
  return ['Open in', names.join(', ') || 'no other process'];
}

/** The facts about a file as JSON for programs, in snake_case like all shared data. */
export function factsJson(facts: StoreFacts): JsonObject {
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
      lease_until: timeText(leaseUntil),
    })),
    under_way: facts.underWay.map((task) => ({ ...waitingJson(task), owner: task.owner })),
    suspected: facts.suspected.map((task) => ({ ...waitingJson(task), crashes: task.crashes })),
    given_up: facts.givenUp.map(waitingJson),
    oldest_waiting: facts.oldestWaiting.map(waitingJson),
    broken_logs: facts.brokenLogs,
    broken_contents: facts.brokenContents,
    leftover_locks: facts.leftoverLocks,
  };
}

function waitingJson({ id, agent, updatedAt }: Waiting): Readonly<Record<string, string>> {
  return { id, agent, updated_at: timeText(updatedAt) };
}
