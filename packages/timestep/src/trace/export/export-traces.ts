import type { Clock, TaskChanges, TraceStore, HookSlot } from '../../port/index.ts';
import type { SpanOptions } from '../spans-in-progress.ts';
import { createDueTasks } from './due-tasks.ts';
import { exportDue, type ExportSite, type SendBatch } from './export-due.ts';
import { followLogs, type ReadableLogs } from './followed-logs.ts';
import { lookForEnded } from './look-for-ended.ts';
import { createLosses, type Losses } from './losses.ts';
import { EXPORT_ALL, type Sampler } from './sampler.ts';

/** What a process keeps, as far as it is exported. */
export interface TracedBackend {
  readonly tasks: ReadableLogs;
  readonly traces: TraceStore;
  readonly changes: TaskChanges;
  readonly hooks?: HookSlot;
}

export interface ExportTracesOptions {
  /** How batches are sent, with where to report that the collector is away. */
  readonly sendWith: (onAway: Losses['noteAway']) => SendBatch;
  readonly clock: Clock;
  /** Receives what was lost, at most once a minute, and failures of the backend. */
  readonly onError: (thrown: unknown) => void;
  readonly sampler?: Sampler | undefined;
  readonly spanOptions?: SpanOptions | undefined;
}

/** How long spans wait for others that end soon. */
const PAUSE_MS = 1000;
/** After a failure of the backend. */
const PAUSE_AFTER_FAILURE_MS = 5000;
/** How often tasks are looked for that other processes left. */
const LOOK_MS = 60_000;
/** How long the last batches may take when the backend closes. */
const LONGEST_END_MS = 5000;
/** Tasks that are followed at a time, and that are due. */
const MOST_FOLLOWED = 1000;
const MOST_DUE = 10_000;

/**
 * Sends the spans that end in the tasks of a backend, each at most once, until the backend closes. Nothing
 * waits for it: it notes which tasks go on, and reads their logs afterwards, one batch at a time. While
 * the collector is away, what is to be sent stays in the logs.
 */
export function exportTraces(
  { tasks, traces, changes }: TracedBackend,
  { clock, onError, sendWith, sampler = EXPORT_ALL, spanOptions = {} }: ExportTracesOptions,
): void {
  const stopping = new AbortController();
  const losses = createLosses(clock, onError);
  const site: ExportSite = {
    due: createDueTasks(MOST_DUE),
    logs: followLogs({ tasks, sampler, spanOptions, most: MOST_FOLLOWED }),
    traces,
    send: sendWith(losses.noteAway),
    losses,
    signal: stopping.signal,
  };
  const rounds = createRounds(site, clock, onError);
  changes.watch({
    onChange(taskId, hasEnded) {
      site.due.add({ taskId, hasEnded });
      rounds.soon();
    },
    async onClose(graceMs) {
      if (graceMs <= 0) stopping.abort();
      const stop = (): void => stopping.abort();
      const callOff = clock.schedule(Math.min(graceMs, LONGEST_END_MS), stop);
      await rounds.end();
      callOff();
      losses.end();
    },
  });
}

interface Rounds {
  /** What is due is exported soon. */
  readonly soon: () => void;
  /** Exports what is due, unless that was aborted, and begins no other round. */
  readonly end: () => Promise<void>;
}

/** Exports from time to time, never twice at once; an idle process only looks once a minute. */
function createRounds(
  site: ExportSite,
  clock: Clock,
  onError: ExportTracesOptions['onError'],
): Rounds {
  let isEnding = false;
  let lookAt = clock.now();
  let working: Promise<void> | undefined;
  let callOff: (() => void) | undefined;
  let plannedFor = Infinity;
  /** Whether a round is planned that comes soon enough for all changes until then. */
  let isSoon = false;

  async function work(): Promise<number> {
    try {
      await exportDue(site);
      if (clock.now() >= lookAt) {
        lookAt = clock.now() + LOOK_MS;
        await lookForEnded(site, clock.now());
      }
      return site.due.count() > 0 ? PAUSE_MS : lookAt - clock.now();
    } catch (thrown) {
      onError(thrown);
      return PAUSE_AFTER_FAILURE_MS;
    }
  }

  function plan(delayMs: number): void {
    const at = clock.now() + delayMs;
    if (isEnding || at >= plannedFor) return;
    callOff?.();
    plannedFor = at;
    callOff = clock.schedule(delayMs, () => {
      plannedFor = Infinity;
      isSoon = false;
      working = work().then((nextMs) => {
        working = undefined;
        plan(nextMs);
      });
    });
  }

  plan(0);
  return {
    soon() {
      if (working || isSoon) return;
      isSoon = true;
      plan(PAUSE_MS);
    },
    async end() {
      isEnding = true;
      callOff?.();
      await working;
      if (!site.signal.aborted) await work();
    },
  };
}
