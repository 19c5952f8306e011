import type { Clock, TaskChanges, TraceStore, HookSlot } from '#engine/port';
import type { SpanOptions } from '../span-progress.ts';
import { createDueTasks } from './due-tasks.ts';
import { exportDueTasks, type ExportDeps, type SendBatch } from './export-due-tasks.ts';
import { createLogFollower, type ReadableLogs } from './followed-logs.ts';
import { exportUnexportedTasks } from './export-forgotten-tasks.ts';
import { createLossReporter, type LossReporter } from './loss-reporter.ts';
import { EXPORT_ALL, type Sampler } from './sampler.ts';

/** The parts of a backend that are needed to export its traces. */
export interface TracedBackend {
  readonly tasks: ReadableLogs;
  readonly traces: TraceStore;
  readonly changes: TaskChanges;
  readonly hooks?: HookSlot;
}

export interface ExportTracesOptions {
  /** Creates the sender of spans, which calls `onAway` if the collector is unavailable. */
  readonly createSend: (onAway: LossReporter['reportUnavailable']) => SendBatch;
  readonly clock: Clock;
  /** Callback for reports of lost spans, at most one per minute, and for errors of the backend. */
  readonly onError: (thrown: unknown) => void;
  readonly sampler?: Sampler | undefined;
  readonly spanOptions?: SpanOptions | undefined;
}

/** Milliseconds for which ended spans wait for further spans, to be sent together. */
const PAUSE_MS = 1000;
const PAUSE_AFTER_FAILURE_MS = 5000;
/** Milliseconds between two searches for tasks that other processes left unexported. */
const SEARCH_MS = 60_000;
/** Maximum milliseconds for sending the last spans when the backend closes. */
const MAX_END_MS = 5000;
/** Maximum number of tasks whose logs are followed, and of tasks in the queue. */
const MAX_FOLLOWED = 1000;
const MAX_DUE = 10_000;

/**
 * Exports each span at most once, until the backend closes. Tasks never wait: their logs are read
 * later, in batches. Unsent spans remain in the logs while the collector is unavailable.
 */
export function startTraceExport(
  { tasks, traces, changes }: TracedBackend,
  { clock, onError, createSend, sampler = EXPORT_ALL, spanOptions = {} }: ExportTracesOptions,
): void {
  const stopping = new AbortController();
  const losses = createLossReporter(clock, onError);
  const deps: ExportDeps = {
    due: createDueTasks(MAX_DUE),
    logs: createLogFollower({ tasks, sampler, spanOptions, max: MAX_FOLLOWED }),
    traces,
    send: createSend(losses.reportUnavailable),
    losses,
    signal: stopping.signal,
  };
  const exports = createExportSchedule(deps, clock, onError);
  changes.watch({
    onChange(taskId, hasEnded) {
      deps.due.add({ taskId, hasEnded });
      exports.scheduleSoon();
    },
    async onClose(graceMs) {
      if (graceMs <= 0) stopping.abort();
      const stop = (): void => stopping.abort();
      const callOff = clock.schedule(Math.min(graceMs, MAX_END_MS), stop);
      await exports.end();
      callOff();
      losses.reportRemaining();
    },
  });
}

interface ExportSchedule {
  readonly scheduleSoon: () => void;
  readonly end: () => Promise<void>;
}

/** Creates a schedule of exports that do not overlap. An idle process searches once a minute. */
function createExportSchedule(
  deps: ExportDeps,
  clock: Clock,
  onError: ExportTracesOptions['onError'],
): ExportSchedule {
  let isEnding = false;
  let lookAt = clock.now();
  let working: Promise<void> | undefined;
  let callOff: (() => void) | undefined;
  let plannedFor = Infinity;
  let isSoon = false;

  async function exportAndGetPause(): Promise<number> {
    try {
      await exportDueTasks(deps);
      if (clock.now() >= lookAt) {
        lookAt = clock.now() + SEARCH_MS;
        await exportUnexportedTasks(deps, clock.now());
      }
      return deps.due.count() > 0 ? PAUSE_MS : lookAt - clock.now();
    } catch (thrown) {
      onError(thrown);
      return PAUSE_AFTER_FAILURE_MS;
    }
  }

  function scheduleExport(delayMs: number): void {
    const at = clock.now() + delayMs;
    if (isEnding || at >= plannedFor) return;
    callOff?.();
    plannedFor = at;
    callOff = clock.schedule(delayMs, () => {
      plannedFor = Infinity;
      isSoon = false;
      working = exportAndGetPause().then((nextMs) => {
        working = undefined;
        scheduleExport(nextMs);
      });
    });
  }

  scheduleExport(0);
  return {
    scheduleSoon() {
      if (working || isSoon) return;
      isSoon = true;
      scheduleExport(PAUSE_MS);
    },
    async end() {
      isEnding = true;
      callOff?.();
      await working;
      if (!deps.signal.aborted) await exportAndGetPause();
    },
  };
}
