import { deepStrictEqual } from 'node:assert/strict';
import type { NumberedEvent, Task } from '../core/index.ts';
import type { EndedPosition, TraceStore } from '../port/index.ts';
import { logOf, taskAfter, type Kept } from './kept-log.ts';

/** A store under test, with no tasks at first. */
export interface TraceStoreSite {
  readonly traces: TraceStore;
  /** Keeps a task with its log. */
  readonly insert: (task: Task, log: readonly NumberedEvent[]) => Promise<void> | void;
  /** Deletes a task that has ended, and all that belongs to it. */
  readonly erase: (taskId: string) => Promise<unknown>;
}

/** One thing every store of exported traces must do. */
export interface TraceStoreCase {
  readonly name: string;
  readonly run: (site: TraceStoreSite) => Promise<void>;
}

const START: EndedPosition = { updatedAt: 0, id: '' };

const TASKS: readonly Kept[] = [
  { id: 'open', at: 5 },
  { id: 'b', at: 20, isCompleted: true },
  { id: 'a', at: 20, isCompleted: true },
  { id: 'first', at: 10, isCompleted: true },
];

/** What every store of exported traces must do, wherever it keeps them. Run each case as a test of its own. */
export const traceStoreSuite: readonly TraceStoreCase[] = [
  traceCase('returns how far logs had been claimed, and never moves back', async ({ traces }) => {
    deepStrictEqual(await traces.claim([]), []);
    deepStrictEqual(await traces.claim([claim('b', 1), claim('a', 2)]), [0, 0]);
    deepStrictEqual(
      await traces.claim([claim('a', 2), claim('b', 2), claim('open', 1)]),
      [2, 1, 0],
    );
    deepStrictEqual(await traces.claim([claim('b', 1)]), [2]);
    deepStrictEqual(await traces.claim([claim('b', 3)]), [2]);
  }),
  traceCase('gives a part to one of those who claim it at the same time', async ({ traces }) => {
    const before = await Promise.all(
      Array.from({ length: 20 }, () => traces.claim([claim('a', 2), claim('b', 2)])),
    );
    for (const at of [0, 1]) {
      deepStrictEqual(before.filter((claimed) => claimed[at] === 0).length, 1);
      deepStrictEqual(before.filter((claimed) => claimed[at] === 2).length, 19);
    }
  }),
  traceCase('leaves nothing to send of a task that is gone', async ({ traces, erase }) => {
    deepStrictEqual(await traces.claim([claim('unknown', 7)]), [7]);
    await traces.claim([claim('a', 1)]);
    await erase('a');
    deepStrictEqual(await traces.claim([claim('a', 2)]), [2]);
  }),
  traceCase('gives ended tasks page by page, the oldest first', async ({ traces }) => {
    const pages: (readonly string[])[] = [];
    let after: EndedPosition | undefined = START;
    while (after && pages.length < 9) {
      const { unclaimed, next } = await traces.ended(after, 1);
      pages.push(unclaimed);
      after = next;
    }
    deepStrictEqual(pages, [['first'], ['a'], ['b'], []]);
    const later = await traces.ended({ updatedAt: 20, id: 'a' }, 9);
    deepStrictEqual(later, { unclaimed: ['b'] });
  }),
  traceCase('leaves out what was claimed to its end', async ({ traces }) => {
    await traces.claim([claim('a', 2), claim('b', 1)]);
    deepStrictEqual(await traces.ended(START, 9), { unclaimed: ['first', 'b'] });
    await traces.claim([claim('b', 2), claim('first', 2)]);
    deepStrictEqual(await traces.ended(START, 9), { unclaimed: [] });
    const next = { updatedAt: 20, id: 'a' };
    deepStrictEqual(await traces.ended(START, 2), { unclaimed: [], next });
  }),
  traceCase('knows when it was looked through last', async ({ traces }) => {
    deepStrictEqual(await traces.lookedUntil(), undefined);
    await traces.noteLook(50);
    await traces.noteLook(40);
    deepStrictEqual(await traces.lookedUntil(), 50);
    await traces.noteLook(1_900_000_000_000);
    deepStrictEqual(await traces.lookedUntil(), 1_900_000_000_000);
  }),
];

function traceCase(name: string, check: (site: TraceStoreSite) => Promise<void>): TraceStoreCase {
  return {
    name,
    async run(site) {
      for (const kept of TASKS) {
        const log = logOf(kept);
        await site.insert(taskAfter(log), log);
      }
      await check(site);
    },
  };
}

function claim(taskId: string, generation: number) {
  return { taskId, generation };
}
