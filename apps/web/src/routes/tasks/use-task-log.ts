import { useEffect, useState } from 'react';
import type { EventPage, StreamMessage, TaskUpdate } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { usePageServices } from '../../api/page-services.ts';
import { createEmptyTaskLog, applyUpdates, type TaskLog } from './task-log.ts';
import { getTaskApiPath } from './use-task-details.ts';

/** Number of log events to process at once, so that the page stays responsive. */
const UPDATES_PER_STEP = 250;
const RENDER_INTERVAL_MS = 100;

interface LoadedLog {
  readonly log: TaskLog;
  readonly isLoading: boolean;
  readonly error: Error | undefined;
}

/** Loads the log of a task, and follows it. Without an id, the log stays empty. */
export function useTaskLog(taskId: string | undefined): LoadedLog {
  const { stream } = usePageServices();
  const [state, setState] = useState<LoadedLog>(EMPTY_LOG);
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    if (taskId === undefined) return undefined;
    const id: string = taskId;
    const ending = new AbortController();
    const { signal } = ending;
    let log = createEmptyTaskLog();
    let waiting: TaskUpdate[] = [];
    let stop: (() => void) | undefined;

    function publishLog(isLoading: boolean): void {
      setState({ log, isLoading, error: undefined });
    }
    function applyNextUpdateBatch(): void {
      log = applyUpdates(log, id, waiting.splice(0, UPDATES_PER_STEP));
    }
    function applyWaitingUpdatesInBatches(): void {
      if (signal.aborted) return;
      applyNextUpdateBatch();
      publishLog(false);
      // The loop pauses after each batch of events, so that the browser can handle user input.
      if (waiting.length > 0) setTimeout(applyWaitingUpdatesInBatches);
    }
    function queueUpdateOrReload(message: StreamMessage): void {
      if (message.kind === 'reset') return setReloads((before) => before + 1);
      if (message.kind !== 'task') return;
      waiting.push(message.update);
      if (waiting.length === 1) setTimeout(applyWaitingUpdatesInBatches, RENDER_INTERVAL_MS);
    }
    async function loadLogAndSubscribe(): Promise<void> {
      for (let after = 0, hasMore = true; hasMore;) {
        const path = getTaskApiPath(id, `/events?after=${after}`);
        const page = await getJson<EventPage>(path, signal);
        waiting = page.events.map((event) => ({ kind: 'event', event }));
        while (waiting.length > 0 && !signal.aborted) {
          applyNextUpdateBatch();
          // The first events of a log are shown immediately, the others page by page.
          if (after === 0 && log.events.length <= UPDATES_PER_STEP)
            publishLog(page.hasMore || waiting.length > 0);
          await new Promise((resolve) => setTimeout(resolve));
        }
        if (signal.aborted) return;
        after = log.generation;
        ({ hasMore } = page);
        publishLog(hasMore);
      }
      stop = stream.subscribe({
        task: { id, after: log.generation },
        onMessage: queueUpdateOrReload,
      });
    }
    loadLogAndSubscribe().catch((thrown: unknown) => {
      if (signal.aborted) return;
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      setState({ log, isLoading: false, error });
    });
    return () => {
      ending.abort();
      stop?.();
    };
  }, [taskId, stream, reloads]);
  return state;
}

const EMPTY_LOG: LoadedLog = { log: createEmptyTaskLog(), isLoading: true, error: undefined };
