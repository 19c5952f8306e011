import { useEffect, useState } from 'react';
import type { EventPage, StreamMessage, TaskUpdate } from '@timestep-ai/timestep/view';
import { read } from '../../api/client.ts';
import { usePageServices } from '../../api/page-services.ts';
import { emptyTaskLog, withUpdates, type TaskLog } from './task-log.ts';

/** Updates that are folded in one go, so that the page stays quick while it reads a long log. */
const AT_ONCE = 250;
/** What streams in is shown so often: more often costs a page of a busy task all of its time. */
const SHOW_EVERY_MS = 100;

/** A log as far as it is read. */
export interface ReadLog {
  readonly log: TaskLog;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
}

/** Reads the log of a task, then follows it. */
export function useTaskLog(taskId: string): ReadLog {
  const { stream } = usePageServices();
  const [state, setState] = useState<ReadLog>(NOTHING);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let log = emptyTaskLog();
    let waiting: TaskUpdate[] = [];
    let stop: (() => void) | undefined;

    function show(isLoading: boolean): void {
      setState({ log, isLoading, error: undefined });
    }
    function fold(): void {
      log = withUpdates(log, taskId, waiting.splice(0, AT_ONCE));
    }
    function drain(): void {
      if (signal.aborted) return;
      fold();
      show(false);
      // What is left goes on after what a person does meanwhile.
      if (waiting.length > 0) setTimeout(drain);
    }
    function heard(message: StreamMessage): void {
      if (message.kind === 'reset') return setRound((before) => before + 1);
      if (message.kind !== 'task') return;
      waiting.push(message.update);
      if (waiting.length === 1) setTimeout(drain, SHOW_EVERY_MS);
    }
    async function readAll(): Promise<void> {
      for (let after = 0, hasMore = true; hasMore;) {
        const path = `/tasks/${encodeURIComponent(taskId)}/events?after=${after}`;
        const page = await read<EventPage>(path, signal);
        waiting = page.events.map((event) => ({ kind: 'event', event }));
        while (waiting.length > 0 && !signal.aborted) {
          fold();
          // The beginning is there at once, the rest part by part.
          if (after === 0 && log.events.length <= AT_ONCE) show(page.hasMore || waiting.length > 0);
          await new Promise((resolve) => setTimeout(resolve));
        }
        if (signal.aborted) return;
        after = log.generation;
        ({ hasMore } = page);
        show(hasMore);
      }
      stop = stream.follow({ task: { id: taskId, after: log.generation }, heard });
    }
    readAll().catch((thrown: unknown) => {
      if (signal.aborted) return;
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      setState({ log, isLoading: false, error });
    });
    return () => {
      ending.abort();
      stop?.();
    };
  }, [taskId, stream, round]);
  return state;
}

const NOTHING: ReadLog = { log: emptyTaskLog(), isLoading: true, error: undefined };
