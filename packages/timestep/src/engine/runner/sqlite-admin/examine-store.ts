import { TimestepError } from '#core';
import type { Finding } from '#engine/port';
import {
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

/** Examines a database without changing it. Reports an unreadable file as a finding. */
export async function examineStore(
  path: string,
  now: number,
  disk?: Disk,
): Promise<StoreExamination> {
  const onDisk = examineDisk(path, disk);
  try {
    const { facts, findings } = await withStore(path, 'read', (store) =>
      examineOpenStore(store, now),
    );
    return { ...(facts && { facts }), findings: [...onDisk, ...findings] };
  } catch (thrown) {
    return { findings: [...onDisk, errorToFinding(thrown)] };
  }
}

function examineDisk(path: string, disk: Disk | undefined): Finding[] {
  const message = findDiskProblem(path, disk);
  if (message === undefined) return [];
  const severity = isUnsafeDiskPermitted(disk) ? 'note' : 'problem';
  return [{ severity, code: 'unsafe-disk', message }];
}

function examineOpenStore(store: StoreFile, now: number): StoreExamination {
  const problems = createTransactionRunner(store.database)(findStoreDamage());
  if (problems.length > 0) {
    const message = `${store.path} is damaged (${problems.join('; ')}): stop the servers, keep this file, and restore the newest backup`;
    return { findings: [{ severity: 'problem', code: 'corrupt', message }] };
  }
  const facts = collectStoreFacts(store, now);
  return { facts, findings: diagnoseStore(facts, now) };
}

function errorToFinding(thrown: unknown): Finding {
  if (!TimestepError.isInstance(thrown)) throw thrown;
  return { severity: 'problem', code: thrown.code, message: thrown.message };
}
