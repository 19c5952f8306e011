import { counted, type Finding } from '../../port/index.ts';
import { fewOf, longWaits } from '../long-waits.ts';
import type { FileHolder } from './file-holders.ts';
import type { OwnerFacts, StoreFacts, Waiting } from './store-facts.ts';

/** A write-ahead log or free room below this is not worth a word. */
const WORTH_A_WORD_BYTES = 64 * 1024 * 1024;
const FEW = 5;

/** Derives findings from the facts about a database. */
export function diagnose(facts: StoreFacts, now: number): Finding[] {
  return [
    ...brokenLogs(facts),
    ...brokenContents(facts),
    ...stuckTasks(facts),
    ...facts.owners.flatMap((owner) => silentOwner(owner, facts, now)),
    ...suspectedTasks(facts),
    ...givenUpTasks(facts),
    ...longWaits(facts.oldestWaiting, now),
    ...leftoverLocks(facts),
    ...sizes(facts),
  ];
}

function brokenLogs({ brokenLogs: ids }: StoreFacts): Finding[] {
  if (ids.length === 0) return [];
  const message = `the logs of some tasks have gaps or records that cannot be read (${ids.join(', ')}): stop the servers and restore the newest backup`;
  return [{ severity: 'problem', code: 'broken-log', message }];
}

function brokenContents({ brokenContents: hashes }: StoreFacts): Finding[] {
  if (hashes.length === 0) return [];
  const message = `contents of some tasks are missing or have changed (${hashes.join(', ')}): stop the servers and restore the newest backup`;
  return [{ severity: 'problem', code: 'broken-content', message }];
}

function stuckTasks({ underWay, owners }: StoreFacts): Finding[] {
  const working = new Set(owners.filter(({ life }) => life !== 'gone').map(({ id }) => id));
  const stuck = underWay.filter(({ owner }) => !working.has(owner));
  if (stuck.length === 0) return [];
  const agents = [...new Set(stuck.map(({ agent }) => agent))].toSorted().join(', ');
  const message = `${counted(stuck.length, 'task')} under way with no process working on ${stuck.length === 1 ? 'it' : 'them'} (${named(stuck)}): start a server for ${agents} on this database, which continues them, or end them with timestep tasks cancel`;
  return [{ severity: 'problem', code: 'stuck-task', message }];
}

function suspectedTasks({ suspected }: StoreFacts): Finding[] {
  if (suspected.length === 0) return [];
  const most = Math.max(...suspected.map(({ crashes }) => crashes));
  const message = `${counted(suspected.length, 'task')} under way in which a process was lost, up to ${most} times in a row (${named(suspected)}): they are tried again a few at a time; if one of them ends its process each time, timestep tasks show says what it was doing, and timestep tasks cancel ends it`;
  return [{ severity: 'problem', code: 'crashing-task', message }];
}

function givenUpTasks({ givenUp }: StoreFacts): Finding[] {
  if (givenUp.length === 0) return [];
  const message = `tasks were given up because they ended or froze their process again and again (${named(givenUp)}): timestep tasks show says what they were doing; correct the cause, then send their messages again`;
  return [{ severity: 'note', code: 'given-up-task', message }];
}

function silentOwner(owner: OwnerFacts, { underWay }: StoreFacts, now: number): Finding[] {
  if (owner.life !== 'silent') return [];
  const tasks = underWay.filter((task) => task.owner === owner.id);
  const seconds = Math.round((now - owner.leaseUntil) / 1000);
  const message = `process ${owner.id} with ${counted(tasks.length, 'task')} under way is ${seconds} s late with its sign of life: it is stopped or overloaded; let it go on or end it, and other servers take its tasks over`;
  return [{ severity: 'problem', code: 'silent-owner', message }];
}

function leftoverLocks({ leftoverLocks: files }: StoreFacts): Finding[] {
  if (files.length === 0) return [];
  const message = `${counted(files.length, 'lock file')} that no process holds: delete ${files.slice(0, FEW).join(', ')}`;
  return [{ severity: 'note', code: 'leftover-lock', message }];
}

function sizes(facts: StoreFacts): Finding[] {
  const { databaseBytes, walBytes, freeBytes } = facts;
  const findings: Finding[] = [];
  if (walBytes > WORTH_A_WORD_BYTES) {
    const megabytes = Math.round(walBytes / 1024 / 1024);
    const message = `the write-ahead log is ${megabytes} MB: ${whoHoldsTheLog(facts)}; a server empties the log within seconds once no process reads, or else the next process that opens and closes the database does`;
    findings.push({ severity: 'note', code: 'large-wal', message });
  }
  if (freeBytes > Math.max(WORTH_A_WORD_BYTES, databaseBytes / 2)) {
    const message =
      'more than half of the file is free: new tasks will use it. A server gives such room back by itself, but not in a file that an early release has made: stop the servers, make a copy with timestep backup, and put it in the place of the file';
    findings.push({ severity: 'note', code: 'free-room', message });
  }
  return findings;
}

function whoHoldsTheLog({ holders }: StoreFacts): string {
  if (!holders) {
    return 'some process has read for very long; which one has it open cannot be seen on this system (lsof may show it)';
  }
  const reading = holders.filter(({ isReading }) => isReading);
  if (reading.length > 0) {
    return `${processes(reading)} is reading at this moment: let it finish, or end it`;
  }
  if (holders.length > 0)
    return `no process reads at this moment, ${processes(holders)} has it open`;
  return 'no process that can be seen from here has it open';
}

function processes(holders: readonly FileHolder[]): string {
  const names = holders.slice(0, FEW).map(({ pid, command }) => `${pid} (${command})`);
  const others = holders.length > FEW ? ' and others' : '';
  return `process ${names.join(', ')}${others}`;
}

function named(tasks: readonly Waiting[]): string {
  return fewOf(tasks.map(({ id }) => id));
}
