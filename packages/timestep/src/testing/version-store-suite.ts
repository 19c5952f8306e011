import { deepStrictEqual } from 'node:assert/strict';
import type { AgentVersionStore } from '#engine/port';

/** An empty store of agent versions under test. */
export interface VersionStoreUnderTest {
  readonly versions: AgentVersionStore;
  /** Deletes what the store holds about a task, as erasing the task does. */
  readonly erase: (taskId: string) => Promise<void> | void;
}

/** A test case for stores of agent versions. */
export interface VersionStoreCase {
  readonly name: string;
  readonly run: (site: VersionStoreUnderTest) => Promise<void>;
}

const ONE = { id: '1.0.0+a', texts: { 'prompt.md': 'One.', 'rules/tone.mdt': 'Be "brief".\n' } };
const TWO = { id: '1.0.0+b', texts: { 'prompt.md': 'Two.' } };

/** Test cases that every store of agent versions must pass. Run each case as a separate test. */
export const versionStoreSuite: readonly VersionStoreCase[] = [
  {
    name: 'keeps the first version of a task, with its files',
    async run({ versions }) {
      deepStrictEqual(await versions.read(ONE.id), undefined);
      deepStrictEqual(await versions.pin('t1', ONE), ONE.id);
      deepStrictEqual(await versions.pin('t1', TWO), ONE.id);
      deepStrictEqual(await versions.pin('t2', TWO), TWO.id);
      deepStrictEqual(await versions.read(ONE.id), ONE.texts);
      deepStrictEqual(await versions.read(TWO.id), TWO.texts);
    },
  },
  {
    name: 'gives a task one version if several processes pin it at once',
    async run({ versions }) {
      const pinned = await Promise.all(
        [ONE, TWO, ONE, TWO].map((version) => versions.pin('t1', version)),
      );
      deepStrictEqual(new Set(pinned).size, 1);
    },
  },
  {
    name: 'deletes the files of a version with its last task',
    async run({ versions, erase }) {
      for (const task of ['t1', 't2']) await versions.pin(task, ONE);
      await erase('t1');
      deepStrictEqual(await versions.read(ONE.id), ONE.texts);
      await erase('t2');
      deepStrictEqual(await versions.read(ONE.id), undefined);
      await erase('t3');
      deepStrictEqual(await versions.pin('t1', TWO), TWO.id);
    },
  },
];
