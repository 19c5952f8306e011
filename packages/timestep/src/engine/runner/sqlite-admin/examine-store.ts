import { TimestepError } from '#core';
import type { Finding } from '#engine/port';
import {
  countTasksByState,
  createTransactionRunner,
  findDiskProblem,
  findStoreDamage,
  isUnsafeDiskPermitted,
  type Disk,
} from '#engine/store';
import { diagnoseStore } from './diagnose.ts';
import { collectStoreFacts, type StoreFacts } from './store-facts.ts';
import { withStore, type StoreFile } from './store-file.ts';

export interface StoreExamination {
  readonly facts?: StoreFacts;
  readonly findings: readonly Finding[];
}

/** Options that say how much of a database is examined. */
export interface ExamineOptions {
  /** Whether every record of a large file is read, instead of the newest only. Default: false. */
  readonly isFull?: boolean | undefined;
  readonly disk?: Disk;
}

/**
 * A file with at most this many tasks is read completely; of a larger file, this many newest tasks.
 */
const QUICK_TASKS = 2000;

/** Examines a database without changing it. Reports an unreadable file as a finding. */
export async function examineStore(
  path: string,
  now: number,
  { isFull = false, disk }: ExamineOptions = {},
): Promise<StoreExamination> {
  const onDisk = examineDisk(path, disk);
  try {
    const { facts, findings } = await withStore(path, 'read', (store) =>
      examineOpenStore(store, now, isFull),
    );
    return { ...(facts && { facts }), findings: [...onDisk, ...findings] };
  } catch (thrown) {
    return { findings: [...onDisk, toFindingOrRethrow(thrown)] };
  }
}

function examineDisk(path: string, disk: Disk | undefined): Finding[] {
  const message = findDiskProblem(path, disk);
  if (message === undefined) return [];
  const severity = isUnsafeDiskPermitted(disk) ? 'note' : 'problem';
  return [{ severity, code: 'unsafe-disk', message }];
}

function examineOpenStore(store: StoreFile, now: number, isFull: boolean): StoreExamination {
  const run = createTransactionRunner(store.database);
  const counts = Object.values(run(countTasksByState(true)));
  const isWhole = isFull || counts.reduce((sum, count) => sum + count, 0) <= QUICK_TASKS;
  const problems = isWhole ? run(findStoreDamage()) : [];
  if (problems.length > 0) {
    const message = `${store.path} is damaged (${problems.join('; ')}): stop the servers, keep this file, and restore the newest backup`;
    return { findings: [{ severity: 'problem', code: 'corrupt', message }] };
  }
  const facts = collectStoreFacts(store, now, isWhole ? undefined : QUICK_TASKS);
  return { facts, findings: diagnoseStore(facts, now) };
}

function toFindingOrRethrow(thrown: unknown): Finding {
  if (!TimestepError.isInstance(thrown)) throw thrown;
  return { severity: 'problem', code: thrown.code, message: thrown.message };
}
