import {
  apply,
  isFinal,
  type JsonObject,
  type NumberedEvent,
  type Task,
} from '../../core/index.ts';
import {
  createTaskChanges,
  RunnerError,
  type NotedChanges,
  type TraceStore,
} from '../../port/index.ts';
import { createMemoryTraceStore } from '../../store/index.ts';
import { manualClock, type ManualClock } from '../../testing/index.ts';
import { goldenLog } from '../golden.fixture.ts';
import type { Span } from '../span.ts';
import type { SendBatch } from './export-due.ts';
import { exportTraces, type ExportTracesOptions } from './export-traces.ts';

/** A process that has the logs open. */
interface ExportingProcess {
  readonly changes: NotedChanges;
  readonly errors: unknown[];
}

/** Logs of tasks that several processes may export. */
export interface TracedLogs {
  readonly clock: ManualClock;
  readonly traces: TraceStore;
  /** The spans that were sent. */
  readonly sent: Span[];
  /** How many events were read, in all. */
  readonly reads: () => number;
  /** How often the store was asked for something. */
  readonly asked: () => Readonly<Record<string, number>>;
  readonly begin: (more?: Partial<ExportTracesOptions>, store?: TraceStore) => ExportingProcess;
  readonly erase: (taskId: string) => void;
  /** Adds events to a log, which a process makes known. */
  readonly grow: (by: ExportingProcess | undefined, events: readonly NumberedEvent[]) => void;
  /** Lets time pass, and what was waiting for it. */
  readonly pass: (ms: number) => Promise<void>;
}

/** `send` is what the collector does; by default it keeps the spans. */
export function tracedLogs(startAt = 0): TracedLogs {
  const clock = manualClock(startAt);
  const logs = new Map<string, NumberedEvent[]>();
  const tasks = new Map<string, Task>();
  const kept = createMemoryTraceStore({
    get: (id) => tasks.get(id),
    all: () => [...tasks.values()],
  });
  const asked: Record<string, number> = {};
  const traces = counting(kept, (name) => {
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
    begin(more, store = traces) {
      const changes = createTaskChanges();
      const errors: unknown[] = [];
      const onError = (thrown: unknown): void => void errors.push(thrown);
      const backend = { tasks: { events: eventsOf }, traces: store, changes };
      exportTraces(backend, { clock, onError, sendWith: () => keep, ...more });
      return { changes, errors };
    },
    grow(by, events) {
      for (const event of events) {
        const id = taskIdOf(event) ?? lastId(tasks);
        const task = apply(tasks.get(id), event);
        tasks.set(id, task);
        logs.set(id, [...(logs.get(id) ?? []), event]);
        by?.changes.note(id, isFinal(task));
      }
    },
    async pass(ms) {
      await turns();
      clock.advance(ms);
      await turns();
    },
  };
}

/** A store that says when it is asked for something. */
function counting(store: TraceStore, onAsked: (name: string) => void): TraceStore {
  const counted =
    <A extends readonly unknown[], R>(name: string, ask: (...args: A) => R) =>
    (...args: A): R => {
      onAsked(name);
      return ask(...args);
    };
  return {
    claim: counted('claim', (claims) => store.claim(claims)),
    ended: counted('ended', (after, limit) => store.ended(after, limit)),
    lookedUntil: counted('lookedUntil', () => store.lookedUntil()),
    noteLook: counted('noteLook', (until) => store.noteLook(until)),
  };
}

function taskIdOf(event: NumberedEvent): string | undefined {
  return event.type === 'task.submitted' ? event.taskId : undefined;
}

function lastId(tasks: ReadonlyMap<string, unknown>): string {
  return [...tasks.keys()].at(-1) ?? '';
}

/** Lets everything happen that waits for nothing but its turn. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
}

/** A golden log, of a task with another id. */
export function logNamed(name: string, taskId: string): readonly NumberedEvent[] {
  return goldenLog(name).map((event) =>
    event.type === 'task.submitted' ? { ...event, taskId } : event,
  );
}

/** A log that began at a time. */
export function atTime(log: readonly NumberedEvent[], at: number): readonly NumberedEvent[] {
  return log.map((event) => ({ ...event, at: at + event.generation }));
}

/** A log of a task that a caller gave metadata. */
export function withMetadata(
  log: readonly NumberedEvent[],
  metadata: JsonObject,
): readonly NumberedEvent[] {
  return log.map((event) => (event.type === 'task.submitted' ? { ...event, metadata } : event));
}

/** The task of a log. */
export function taskIdIn([first]: readonly NumberedEvent[]): string {
  return first ? (taskIdOf(first) ?? '') : '';
}

export function idsOf(spans: readonly Span[]): string[] {
  return spans.map(({ spanId }) => spanId).toSorted();
}
