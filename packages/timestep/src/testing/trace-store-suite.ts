import { deepStrictEqual } from 'node:assert/strict';
import type { NumberedEvent, Task } from '#core';
import type { EndedPosition, OpenSpan, TraceStore } from '#engine/port';
import { createSuiteTaskLog, replayLog, type SuiteTask } from './suite-task.ts';

/** A trace store under test, initially without tasks. */
export interface TraceStoreUnderTest {
  readonly traces: TraceStore;
  /** Stores a task with its log. */
  readonly insert: (task: Task, log: readonly NumberedEvent[]) => Promise<void> | void;
  /** Deletes an ended task and all its data. */
  readonly erase: (taskId: string) => Promise<unknown>;
}

/** A test case for trace stores. */
export interface TraceStoreCase {
  readonly name: string;
  readonly run: (site: TraceStoreUnderTest) => Promise<void>;
}

const START: EndedPosition = { updatedAt: 0, id: '' };

const TASKS: readonly SuiteTask[] = [
  { id: 'open', at: 5 },
  { id: 'b', at: 20, isCompleted: true },
  { id: 'a', at: 20, isCompleted: true },
  { id: 'first', at: 10, isCompleted: true },
];

/** Test cases that every trace store must pass. Run each case as a separate test. */
export const traceStoreSuite: readonly TraceStoreCase[] = [
  createTraceCase(
    'returns how far logs had been claimed, and never moves back',
    async ({ traces }) => {
      deepStrictEqual(await traces.claim([]), []);
      deepStrictEqual(
        await traces.claim([createTraceClaim('b', 1), createTraceClaim('a', 2)]),
        [0, 0],
      );
      deepStrictEqual(
        await traces.claim([
          createTraceClaim('a', 2),
          createTraceClaim('b', 2),
          createTraceClaim('open', 1),
        ]),
        [2, 1, 0],
      );
      deepStrictEqual(await traces.claim([createTraceClaim('b', 1)]), [2]);
      deepStrictEqual(await traces.claim([createTraceClaim('b', 3)]), [2]);
    },
  ),
  createTraceCase('gives a part to one of several concurrent claimants', async ({ traces }) => {
    const before = await Promise.all(
      Array.from({ length: 20 }, () =>
        traces.claim([createTraceClaim('a', 2), createTraceClaim('b', 2)]),
      ),
    );
    for (const at of [0, 1]) {
      deepStrictEqual(before.filter((claimed) => claimed[at] === 0).length, 1);
      deepStrictEqual(before.filter((claimed) => claimed[at] === 2).length, 19);
    }
  }),
  createTraceCase('leaves nothing to send of a task that is gone', async ({ traces, erase }) => {
    deepStrictEqual(await traces.claim([createTraceClaim('unknown', 7)]), [7]);
    await traces.claim([createTraceClaim('a', 1)]);
    await erase('a');
    deepStrictEqual(await traces.claim([createTraceClaim('a', 2)]), [2]);
  }),
  createTraceCase('gives open spans that are not renewed to one process', async ({ traces }) => {
    const { openSpans } = traces;
    // Stores in memory have no open spans to hand over, because the spans end with the process.
    if (!openSpans) return;
    await openSpans.keep([], 1000);
    await openSpans.keep([createOpenSpan('a'), createOpenSpan('b'), createOpenSpan('c')], 1000);
    await openSpans.keep([createOpenSpan('b')], 2000);
    deepStrictEqual(await openSpans.release('c'), true);
    deepStrictEqual(await openSpans.release('c'), false);
    deepStrictEqual(await openSpans.takeLost(1000), []);
    const taken = await Promise.all([openSpans.takeLost(2000), openSpans.takeLost(2000)]);
    deepStrictEqual(taken.flat(), [{ ...createOpenSpan('a'), renewedAt: 1000 }]);
    deepStrictEqual(await openSpans.release('a'), false);
    deepStrictEqual(await openSpans.takeLost(2001), [{ ...createOpenSpan('b'), renewedAt: 2000 }]);
  }),
  createTraceCase('gives ended tasks page by page, the oldest first', async ({ traces }) => {
    const pages: (readonly string[])[] = [];
    let after: EndedPosition | undefined = START;
    while (after && pages.length < 9) {
      const { unclaimed, next } = await traces.listEnded(after, 1);
      pages.push(unclaimed);
      after = next;
    }
    deepStrictEqual(pages, [['first'], ['a'], ['b'], []]);
    const later = await traces.listEnded({ updatedAt: 20, id: 'a' }, 9);
    deepStrictEqual(later, { unclaimed: ['b'] });
  }),
  createTraceCase('leaves out what was claimed to its end', async ({ traces }) => {
    await traces.claim([createTraceClaim('a', 2), createTraceClaim('b', 1)]);
    deepStrictEqual(await traces.listEnded(START, 9), { unclaimed: ['first', 'b'] });
    await traces.claim([createTraceClaim('b', 2), createTraceClaim('first', 2)]);
    deepStrictEqual(await traces.listEnded(START, 9), { unclaimed: [] });
    const next = { updatedAt: 20, id: 'a' };
    deepStrictEqual(await traces.listEnded(START, 2), { unclaimed: [], next });
  }),
  createTraceCase('knows when it was looked through last', async ({ traces }) => {
    deepStrictEqual(await traces.getScanTime(), undefined);
    await traces.saveScanTime(50);
    await traces.saveScanTime(40);
    deepStrictEqual(await traces.getScanTime(), 50);
    await traces.saveScanTime(1_900_000_000_000);
    deepStrictEqual(await traces.getScanTime(), 1_900_000_000_000);
  }),
];

function createTraceCase(
  name: string,
  check: (site: TraceStoreUnderTest) => Promise<void>,
): TraceStoreCase {
  return {
    name,
    async run(site) {
      for (const kept of TASKS) {
        const log = createSuiteTaskLog(kept);
        await site.insert(replayLog(log), log);
      }
      await check(site);
    },
  };
}

function createTraceClaim(taskId: string, generation: number) {
  return { taskId, generation };
}

function createOpenSpan(id: string): OpenSpan {
  return { id, body: `{"spanId":"${id}"}` };
}
