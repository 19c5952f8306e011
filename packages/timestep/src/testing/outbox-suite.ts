import { deepStrictEqual } from 'node:assert/strict';
import type { Outbox, PushTarget } from '../port/index.ts';

/** One thing every outbox must do. */
export interface OutboxCase {
  readonly name: string;
  readonly run: (site: OutboxSite) => Promise<void>;
}

/** An outbox under test, beside tasks whose logs it can be told to be longer. */
export interface OutboxSite {
  readonly outbox: Outbox;
  /** A task of this id has a log of this length. */
  readonly setGeneration: (taskId: string, generation: number) => Promise<void> | void;
}

const target: PushTarget = { taskId: 't1', id: 'a', url: 'https://example.com/a', version: '1.0' };
const other: PushTarget = { ...target, id: 'b', url: 'https://example.com/b' };

/** What every outbox must do, whatever keeps it. Run each case as a test of its own. */
export const outboxSuite: readonly OutboxCase[] = [
  {
    name: 'keeps targets by task and id, and replaces what has the same',
    async run({ outbox }) {
      const changed = { ...target, url: 'https://example.com/else', token: 'x' };
      await outbox.put(target, 0);
      await outbox.put(other, 0);
      await outbox.put(changed, 0);
      deepStrictEqual(await outbox.get('t1', 'a'), changed);
      deepStrictEqual(await outbox.list('t1'), [changed, other]);
      deepStrictEqual(await outbox.list('t2'), []);
      await outbox.remove('t1', 'a');
      await outbox.remove('t1', 'a');
      deepStrictEqual(await outbox.get('t1', 'a'), undefined);
      deepStrictEqual(await outbox.list('t1'), [other]);
    },
  },
  {
    name: 'lends out what is behind its task, and nothing else',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 5);
      await outbox.put(other, 3);
      await outbox.put({ ...target, taskId: 'unknown' }, 0);
      deepStrictEqual(await outbox.claim(1000, 2000), [{ target: other, sent: 3, failures: 0 }]);
    },
  },
  {
    name: 'lends a target to one at a time, until the claim has run out',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 1);
      const lent = [{ target, sent: 1, failures: 0 }];
      deepStrictEqual(await outbox.claim(1000, 2000, 't1'), lent);
      deepStrictEqual(await outbox.claim(1500, 2500), []);
      deepStrictEqual(await outbox.claim(1500, 2500, 't1'), []);
      deepStrictEqual(await outbox.claim(2000, 3000), lent);
    },
  },
  {
    name: 'lends out by task, behind it or not',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await setGeneration('t2', 5);
      const second = { ...target, taskId: 't2' };
      await outbox.put(target, 1);
      await outbox.put(second, 5);
      deepStrictEqual(await outbox.claim(1000, 2000, 't2'), [
        { target: second, sent: 5, failures: 0 },
      ]);
      deepStrictEqual(await outbox.claim(1000, 2000, 't3'), []);
    },
  },
  {
    name: 'remembers how far a target was told, and starts over counting failures',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 1);
      await outbox.release(target, 1000, 3);
      deepStrictEqual(await outbox.claim(999, 2000), []);
      deepStrictEqual(await outbox.claim(1000, 2000), [{ target, sent: 1, failures: 3 }]);
      await outbox.sent(target, 4, 2500);
      deepStrictEqual(await outbox.claim(2499, 3000), []);
      deepStrictEqual(await outbox.claim(2500, 3000), [{ target, sent: 4, failures: 0 }]);
      await outbox.sent(target, 5, 3000);
      deepStrictEqual(await outbox.claim(9000, 9999), []);
      await setGeneration('t1', 6);
      deepStrictEqual(await outbox.claim(9000, 9999), [{ target, sent: 5, failures: 0 }]);
    },
  },
  {
    name: 'tells a target that is set again from where it was',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 1);
      await outbox.sent(target, 3, 9000);
      await outbox.put(target, 5);
      deepStrictEqual(await outbox.claim(1000, 2000), [{ target, sent: 3, failures: 0 }]);
    },
  },
  {
    name: 'takes back what was removed meanwhile without a word',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 1);
      await outbox.claim(1000, 2000);
      await outbox.remove('t1', 'a');
      await outbox.sent(target, 4, 0);
      await outbox.release(target, 0, 1);
      deepStrictEqual(await outbox.claim(9000, 9999), []);
    },
  },
];
