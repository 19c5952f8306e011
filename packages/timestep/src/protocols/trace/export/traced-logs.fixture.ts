import { apply, hasTaskEnded, type JsonObject, type NumberedEvent, type Task } from '#core';
import {
  createTaskChangesNotifier,
  RunnerError,
  type TaskChangesNotifier,
  type TraceStore,
} from '#engine/port';
import { createMemoryTraceStore } from '#engine/store';
import { createManualClock, type ManualClock } from '#testing';
import { loadGoldenLog } from '../golden.fixture.ts';
import type { Span } from '../span.ts';
import type { SendBatch } from './export-due-tasks.ts';
import { startTraceExport, type ExportTracesOptions } from './export-traces.ts';

/** A process that exports the logs. */
interface ExportingProcess {
  readonly changes: TaskChangesNotifier;
  readonly errors: unknown[];
}

/** Task logs that several processes may export. */
export interface TracedLogs {
  readonly clock: ManualClock;
  readonly traces: TraceStore;
  /** The spans that were sent. */
  readonly sent: Span[];
  /** Returns the total number of events read. */
  readonly reads: () => number;
  /** Returns the number of calls of each method of the store. */
  readonly asked: () => Readonly<Record<string, number>>;
  readonly startProcess: (
    more?: Partial<ExportTracesOptions>,
    store?: TraceStore,
  ) => ExportingProcess;
  readonly erase: (taskId: string) => void;
  /** Appends events to a log and reports them to a process. */
  readonly grow: (by: ExportingProcess | undefined, events: readonly NumberedEvent[]) => void;
  /** Advances the clock and runs everything that was waiting for it. */
  readonly advance: (ms: number) => Promise<void>;
}

/** Creates task logs and a fake collector that stores the spans. */
export function createTracedLogs(startAt = 0): TracedLogs {
  const clock = createManualClock(startAt);
  const logs = new Map<string, NumberedEvent[]>();
  const tasks = new Map<string, Task>();
  const kept = createMemoryTraceStore({
    get: (id) => tasks.get(id),
    all: () => [...tasks.values()],
  });
  const asked: Record<string, number> = {};
  const traces = countCalls(kept, (name) => {
    asked[name] = (asked[name] ?? 0) + 1;
  });
  const sent: Span[] = [];
  let reads = 0;
  const keep: SendBatch = async (spans) => {
    sent.push(...spans);
    return { accepted: spans.length, dropped: 0 };
  };
  async function* eventsOf(taskId: string, after = 0): AsyncGenerator<NumberedEvent> {
    const log = logs.get(taskId);
    if (!log) throw new RunnerError('task-not-found', 'gone');
    for (const event of log.slice(after)) {
      reads += 1;
      yield event;
    }
  }
  return {
    clock,
    traces,
    sent,
    reads: () => reads,
    asked: () => ({ ...asked }),
    erase(taskId) {
      logs.delete(taskId);
      tasks.delete(taskId);
    },
    startProcess(more, store = traces) {
      const changes = createTaskChangesNotifier();
      const errors: unknown[] = [];
      const onError = (thrown: unknown): void => void errors.push(thrown);
      const backend = { tasks: { events: eventsOf }, traces: store, changes };
      startTraceExport(backend, { clock, onError, createSend: () => keep, ...more });
      return { changes, errors };
    },
    grow(by, events) {
      for (const event of events) {
        const id = getSubmittedTaskId(event) ?? getLastId(tasks);
        const task = apply(tasks.get(id), event);
        tasks.set(id, task);
        logs.set(id, [...(logs.get(id) ?? []), event]);
        by?.changes.notify(id, hasTaskEnded(task));
      }
    },
    async advance(ms) {
      await runPendingWork();
      clock.advance(ms);
      await runPendingWork();
    },
  };
}

/** Wraps a store to report each call. */
function countCalls(store: TraceStore, onAsked: (name: string) => void): TraceStore {
  const counted =
    <A extends readonly unknown[], R>(name: string, ask: (...args: A) => R) =>
    (...args: A): R => {
      onAsked(name);
      return ask(...args);
    };
  return {
    claim: counted('claim', (claims) => store.claim(claims)),
    listEnded: counted('ended', (after, limit) => store.listEnded(after, limit)),
    getScanTime: counted('lookedUntil', () => store.getScanTime()),
    saveScanTime: counted('noteLook', (until) => store.saveScanTime(until)),
  };
}

function getSubmittedTaskId(event: NumberedEvent): string | undefined {
  return event.type === 'task.submitted' ? event.taskId : undefined;
}

function getLastId(tasks: ReadonlyMap<string, unknown>): string {
  return [...tasks.keys()].at(-1) ?? '';
}

/** Runs all pending work that does not wait for the clock. */
async function runPendingWork(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
}

/** Loads a golden log and changes its task id. */
export function loadLogForTask(name: string, taskId: string): readonly NumberedEvent[] {
  return loadGoldenLog(name).map((event) =>
    event.type === 'task.submitted' ? { ...event, taskId } : event,
  );
}

/** Moves a log to a start time. */
export function moveLog(log: readonly NumberedEvent[], at: number): readonly NumberedEvent[] {
  return log.map((event) => ({ ...event, at: at + event.generation }));
}

/** Adds metadata of a caller to a log. */
export function withMetadata(
  log: readonly NumberedEvent[],
  metadata: JsonObject,
): readonly NumberedEvent[] {
  return log.map((event) => (event.type === 'task.submitted' ? { ...event, metadata } : event));
}

/** Returns the task id of a log. */
export function getTaskId([first]: readonly NumberedEvent[]): string {
  return first ? (getSubmittedTaskId(first) ?? '') : '';
}

export function listSpanIds(spans: readonly Span[]): string[] {
  return spans.map(({ spanId }) => spanId).toSorted();
}
