import type { Examination, FileHolder, StoreFacts, Waiting } from '../runner/index.ts';
import { plainLine } from './plain-text.ts';
import { bytesText, durationText, timeText } from './quantity.ts';
import { tableOf } from './table.ts';

/** What was found in a database, as lines for people. */
export function examinationText(
  path: string,
  { facts, findings }: Examination,
  now: number,
): string[] {
  const seen = tableOf([['Database', path], ...(facts ? factRows(facts, now) : [])]);
  const said = findings.map(({ severity, message }) => `${severity}: ${plainLine(message)}`);
  const isFine = findings.every(({ severity }) => severity === 'note');
  return [...seen, '', ...said, ...(isFine ? ['nothing is wrong'] : [])];
}

function factRows(facts: StoreFacts, now: number): string[][] {
  const { databaseBytes, walBytes, freeBytes, tasksByState, owners, oldestWaiting } = facts;
  const { holders } = facts;
  const states = Object.entries(tasksByState).map(([state, count]) => `${count} ${state}`);
  const lives = owners.map(({ id, life }) => `${plainLine(id)} ${life}`);
  const waits = oldestWaiting.map(
    ({ id, updatedAt }) => `${plainLine(id)} for ${durationText(now - updatedAt)}`,
  );
  const free = freeBytes > 0 ? ` (${bytesText(freeBytes)} free)` : '';
  return [
    ['Schema', String(facts.schemaVersion)],
    ['Size', `${bytesText(databaseBytes)}${free}, write-ahead log ${bytesText(walBytes)}`],
    ...(holders ? [['Open in', processes(holders)]] : []),
    ['Tasks', states.join(', ') || 'none'],
    ['Processes', lives.join(', ') || 'none'],
    ['Under way', String(facts.underWay.length)],
    ['Waiting', waits.join(', ') || 'none'],
  ];
}

function processes(holders: readonly FileHolder[]): string {
  const names = holders.map(
    ({ pid, command, isReading }) =>
      `process ${pid} (${plainLine(command)})${isReading ? ', reading' : ''}`,
  );
  return names.join(', ') || 'no other process';
}

/** The same for programs, in snake_case like everything that is shared. */
export function examinationJson(path: string, { facts, findings }: Examination): object {
  return { database: path, findings, ...(facts && { facts: factsJson(facts) }) };
}

function factsJson(facts: StoreFacts): object {
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

function waitingJson({ id, agent, updatedAt }: Waiting): Record<string, string> {
  return { id, agent, updated_at: timeText(updatedAt) };
}
