import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { isThenable } from '#core';
import type { ObserveWork, TaskWork } from '../../effects/observe-effects.ts';
import {
  BLANK,
  createExitRecords,
  deleteExitRecords,
  encodeCulprit,
  encodeRecord,
  type ExitRecords,
} from './exit-record.ts';
import { readOomKills } from './oom-kills.ts';

/** Records which work ends this process, for the process that takes over its tasks. */
export interface ExitMark {
  /**
   * Runs work. While its code runs, a record in the exit file names the work, so that a later process can
   * tell which work ended this process.
   */
  readonly observe: ObserveWork;
  /** Records that the process is shutting down, so that no work is blamed for its end. */
  readonly depart: () => void;
  /** Closes the record file after it was deleted, so that the next record creates a new file. */
  readonly reopen: () => void;
  readonly close: () => void;
}

interface Scope extends TaskWork {
  readonly record: Buffer;
  isOver: boolean;
}

/**
 * Async contexts that tell to which task's work the running code belongs. After that work has finished, there
 * is none.
 */
type Scopes = AsyncLocalStorage<Scope | undefined>;

/** Creates the record of what ended this process, in the file at `path`, which a later process reads. */
export function createExitMark(
  path: string,
  countOomKills: () => number | undefined = readOomKills,
): ExitMark {
  const scopes: Scopes = new AsyncLocalStorage();
  const records = createExitRecords(path);
  const write: ExitRecords['write'] = (...record) => {
    if (!hasDeparted) records.write(...record);
  };
  const retried = new Set<Scope>();
  const stack = createRetriedWorkMark(scopes, write);
  let hasDeparted = false;

  function recordWorkAtExit(): void {
    const scope = findCurrentUnfinishedScope(scopes);
    if (scope) write(encodeCulprit(scope, 'exit'));
    else stack.clear();
  }

  /** Records which work to blame if memory runs out: only a retry that runs while no other retry does. */
  function recordWorkRetriedAlone(): void {
    const [alone, second] = retried;
    const oomKills = alone && !second ? countOomKills() : undefined;
    if (!alone || oomKills === undefined) write(BLANK, 1);
    else write(encodeCulprit(alone, 'out-of-memory', { oomKills }), 1);
  }

  function beginRetriedWork(scope: Scope): void {
    retried.add(scope);
    if (retried.size === 1) stack.hook.enable();
    recordWorkRetriedAlone();
  }

  function endWorkScope(scope: Scope): void {
    scope.isOver = true;
    if (!retried.delete(scope)) return;
    if (retried.size === 0) stack.hook.disable();
    recordWorkRetriedAlone();
  }

  process.on('exit', recordWorkAtExit);
  return {
    observe(work, run) {
      const record = work.isRetried ? encodeCulprit(work, 'on-stack') : BLANK;
      const scope: Scope = { ...work, record, isOver: false };
      if (work.isRetried) beginRetriedWork(scope);
      return scopes.run(scope, () => {
        stack.mark();
        return runToEnd(run, () => endWorkScope(scope));
      });
    },
    depart() {
      write(encodeRecord({ hasDeparted: true }));
      hasDeparted = true;
    },
    reopen: records.close,
    close() {
      process.off('exit', recordWorkAtExit);
      stack.hook.disable();
      records.close();
      deleteExitRecords(path);
    },
  };
}

function findCurrentUnfinishedScope(scopes: Scopes): Scope | undefined {
  const scope = scopes.getStore();
  return scope?.isOver ? undefined : scope;
}

/**
 * Creates a mark in the exit records, which is set while code of retried work runs and removed before the
 * event loop waits.
 */
function createRetriedWorkMark(scopes: Scopes, write: ExitRecords['write']) {
  let onStack: Scope | undefined;
  let isClearing = false;

  function markRetriedWork(): void {
    const scope = findCurrentUnfinishedScope(scopes);
    if (!scope?.isRetried || scope === onStack) return;
    onStack = scope;
    write(scope.record);
    if (isClearing) return;
    isClearing = true;
    scopes.run(undefined, () => setImmediate(clear));
  }

  function clear(): void {
    isClearing = false;
    if (onStack) write(BLANK);
    onStack = undefined;
  }

  return { mark: markRetriedWork, clear, hook: createHook({ before: markRetriedWork }) };
}

function runToEnd<T>(run: () => T, onEnd: () => void): T {
  let isPending = false;
  try {
    const result = run();
    if (!isThenable(result)) return result;
    isPending = true;
    result.then(onEnd, onEnd);
    return result;
  } finally {
    if (!isPending) onEnd();
  }
}
