import { TimestepError } from '../../core/index.ts';
import type { Finding } from '../../port/index.ts';
import { diagnose } from './diagnose.ts';
import { integrityProblems } from './integrity.ts';
import { storeFacts, type StoreFacts } from './store-facts.ts';
import { withStore, type StoreFile } from './store-file.ts';

/** The facts about a file, and the findings derived from them. */
export interface StoreExamination {
  /** Absent where the file cannot be read. */
  readonly facts?: StoreFacts;
  readonly findings: readonly Finding[];
}

/** Examines a database without changing it. A file that cannot be opened is a finding, too. */
export async function examineStore(path: string, now: number): Promise<StoreExamination> {
  try {
    return await withStore(path, 'read', (store) => examined(store, now));
  } catch (thrown) {
    return { findings: [findingOf(thrown)] };
  }
}

function examined(store: StoreFile, now: number): StoreExamination {
  const problems = integrityProblems(store.database);
  if (problems.length > 0) {
    const message = `${store.path} is damaged (${problems.join('; ')}): stop the servers, keep this file, and restore the newest backup`;
    return { findings: [{ severity: 'problem', code: 'corrupt', message }] };
  }
  const facts = storeFacts(store, now);
  return { facts, findings: diagnose(facts, now) };
}

function findingOf(thrown: unknown): Finding {
  if (!TimestepError.isInstance(thrown)) throw thrown;
  return { severity: 'problem', code: thrown.code, message: thrown.message };
}
