import { formatCount, type Finding } from '#engine/port';
import { formatFirstNames, findLongWaits } from '../long-waits.ts';
import { findParkedTasks } from '../parked-tasks.ts';
import type { FileHolder } from './file-holders.ts';
import type { OwnerFacts, StoreFacts } from './store-facts.ts';
import type { TaskFacts } from '#engine/store';

const MIN_REPORTED_BYTES = 64 * 1024 * 1024;
const MAX_LISTED = 5;

export function diagnoseStore(facts: StoreFacts, now: number): Finding[] {
  return [
    ...findBrokenLogs(facts),
    ...findDeepLogs(facts),
    ...findBrokenContents(facts),
    ...findStuckTasks(facts),
    ...facts.owners.flatMap((owner) => findSilentOwner(owner, facts, now)),
    ...findCrashingTasks(facts),
    ...findParkedTasks(facts.parked),
    ...findGivenUpTasks(facts),
    ...findLongWaits(facts.oldestWaiting, now),
    ...findLeftoverLocks(facts),
    ...findLargeFiles(facts),
  ];
}

function findBrokenLogs({ brokenLogs: ids }: StoreFacts): Finding[] {
  if (ids.length === 0) return [];
  const message = `the logs of some tasks have gaps or unreadable records (${ids.join(', ')}): stop the servers and restore the newest backup`;
  return [{ severity: 'problem', code: 'broken-log', message }];
}

function findDeepLogs({ deepLogs: ids }: StoreFacts): Finding[] {
  if (ids.length === 0) return [];
  const message = `the logs of some tasks are nested too deeply for some programs (${formatFirstNames(ids)}): nothing is lost, servers read them, and a task that cannot go on ends with the reason`;
  return [{ severity: 'note', code: 'deep-log', message }];
}

function findBrokenContents({ brokenContents: hashes }: StoreFacts): Finding[] {
  if (hashes.length === 0) return [];
  const message = `contents of some tasks are missing or have changed (${hashes.join(', ')}): stop the servers and restore the newest backup`;
  return [{ severity: 'problem', code: 'broken-content', message }];
}

function findStuckTasks({ underWay, owners }: StoreFacts): Finding[] {
  const working = new Set(owners.filter(({ life }) => life !== 'gone').map(({ id }) => id));
  const stuck = underWay.filter(({ owner }) => !working.has(owner));
  if (stuck.length === 0) return [];
  const agents = [...new Set(stuck.map(({ agent }) => agent))].toSorted().join(', ');
  const message = `${formatCount(stuck.length, 'task')} unfinished, and no process is running ${stuck.length === 1 ? 'it' : 'them'} (${formatTaskIds(stuck)}): start a server for ${agents} on this database to continue, or cancel with timestep tasks cancel`;
  return [{ severity: 'problem', code: 'stuck-task', message }];
}

function findCrashingTasks({ suspected }: StoreFacts): Finding[] {
  if (suspected.length === 0) return [];
  const most = Math.max(...suspected.map(({ crashes }) => crashes));
  const message = `${formatCount(suspected.length, 'task')} unfinished after a process crash, up to ${most} times in a row (${formatTaskIds(suspected)}): they are retried after growing pauses; run timestep tasks show to see what they were doing, and timestep tasks cancel to end one`;
  return [{ severity: 'problem', code: 'crashing-task', message }];
}

function findGivenUpTasks({ givenUp }: StoreFacts): Finding[] {
  if (givenUp.length === 0) return [];
  const message = `some tasks were given up because they crashed or froze their process repeatedly (${formatTaskIds(givenUp)}): run timestep tasks show to see what they were doing; fix the cause, then send their messages again`;
  return [{ severity: 'note', code: 'given-up-task', message }];
}

function findSilentOwner(owner: OwnerFacts, { underWay }: StoreFacts, now: number): Finding[] {
  if (owner.life !== 'silent') return [];
  const tasks = underWay.filter((task) => task.owner === owner.id);
  const seconds = Math.round((now - owner.leaseUntil) / 1000);
  const message = `process ${owner.id} with ${formatCount(tasks.length, 'task')} under way is ${seconds} s late in renewing its lease: it is paused or overloaded; let it continue or stop it, and other servers take over its tasks`;
  return [{ severity: 'problem', code: 'silent-owner', message }];
}

function findLeftoverLocks({ leftoverLocks: files }: StoreFacts): Finding[] {
  if (files.length === 0) return [];
  const message = `${formatCount(files.length, 'lock file')} not held by any process: delete ${files.slice(0, MAX_LISTED).join(', ')}`;
  return [{ severity: 'note', code: 'leftover-lock', message }];
}

function findLargeFiles(facts: StoreFacts): Finding[] {
  const { databaseBytes, walBytes, freeBytes } = facts;
  const findings: Finding[] = [];
  if (walBytes > MIN_REPORTED_BYTES) {
    const megabytes = Math.round(walBytes / 1024 / 1024);
    const message = `the write-ahead log is ${megabytes} MB: ${describeLogReaders(facts)}; a server truncates the log within seconds when no process reads, otherwise the next process that opens and closes the database does`;
    findings.push({ severity: 'note', code: 'large-wal', message });
  }
  if (freeBytes > Math.max(MIN_REPORTED_BYTES, databaseBytes / 2)) {
    const message =
      'more than half of the file is free space, which new tasks will use. A server returns free space to the disk, but not in a file created by an early release: stop the servers, make a copy with timestep backup, and replace the file with the copy';
    findings.push({ severity: 'note', code: 'free-room', message });
  }
  return findings;
}

function describeLogReaders({ holders }: StoreFacts): string {
  if (!holders) {
    return 'some process has been reading for a very long time; this system does not report which process has the file open (lsof may show it)';
  }
  const reading = holders.filter(({ isReading }) => isReading);
  if (reading.length > 0) {
    return `${formatProcesses(reading)} is reading now: let it finish, or stop it`;
  }
  if (holders.length > 0)
    return `no process is reading now; ${formatProcesses(holders)} has it open`;
  return 'no visible process has the file open';
}

function formatProcesses(holders: readonly FileHolder[]): string {
  const names = holders.slice(0, MAX_LISTED).map(({ pid, command }) => `${pid} (${command})`);
  const others = holders.length > MAX_LISTED ? ' and others' : '';
  return `process ${names.join(', ')}${others}`;
}

function formatTaskIds(tasks: readonly TaskFacts[]): string {
  return formatFirstNames(tasks.map(({ id }) => id));
}
