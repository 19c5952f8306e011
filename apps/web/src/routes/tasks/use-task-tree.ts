import { useEffect, useState } from 'react';
import type { StreamMessage, TaskTree, TaskUpdate } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { usePageServices } from '../../api/page-services.ts';
import {
  addUpdates,
  createLiveTree,
  hasMissingTask,
  type LiveTree,
} from '../../components/run/live-tree.ts';
import { getTaskApiPath } from './use-task-details.ts';

const RENDER_INTERVAL_MS = 100;
/**
 * Minimum milliseconds between two loads of the task tree, which is reloaded whenever a new task of it
 * starts.
 */
const RELOAD_MS = 1000;
/**
 * Maximum number of running tasks to subscribe to, because the server limits the subscriptions of a stream.
 */
const MOST_FOLLOWED = 24;

interface LoadedTree {
  readonly tree: LiveTree | undefined;
  readonly error: Error | undefined;
}

/** Loads the tree of a task, and subscribes to the events and the progress of its running tasks. */
export function useTaskTree(taskId: string): LoadedTree & { readonly retry: () => void } {
  const { stream } = usePageServices();
  const [state, setState] = useState<LoadedTree>({ tree: undefined, error: undefined });
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    const stops: (() => void)[] = [];
    let waiting: (readonly [taskId: string, update: TaskUpdate])[] = [];
    let reloading: ReturnType<typeof setTimeout> | undefined;

    function scheduleReload(): void {
      reloading ??= setTimeout(() => setReloads((before) => before + 1), RELOAD_MS);
    }
    function subscribeToRunningTasks(tree: LiveTree): void {
      let live = tree;
      function applyQueuedUpdates(): void {
        if (ending.signal.aborted) return;
        const updates = Map.groupBy(waiting, ([id]) => id);
        waiting = [];
        for (const [id, news] of updates)
          live = addUpdates(
            live,
            id,
            news.map(([, update]) => update),
          );
        setState({ tree: live, error: undefined });
        if (hasMissingTask(live)) scheduleReload();
      }
      function queueUpdate(message: StreamMessage): void {
        if (message.kind === 'reset') return scheduleReload();
        if (message.kind !== 'task') return;
        const { update } = message;
        // Streamed text is not drawn in the timeline, and arrives often.
        if (update.kind === 'delta' && update.delta.type !== 'progress') return;
        waiting.push([message.taskId, update]);
        if (waiting.length === 1) setTimeout(applyQueuedUpdates, RENDER_INTERVAL_MS);
      }
      const running = tree.tasks.filter(({ timeline }) => timeline.running.length > 0);
      for (const { id, timeline } of running.slice(0, MOST_FOLLOWED)) {
        const task = { id, after: timeline.generation };
        stops.push(stream.subscribe({ task, onMessage: queueUpdate }));
      }
      if (hasMissingTask(tree)) scheduleReload();
    }
    getJson<TaskTree>(getTaskApiPath(taskId, '/tree'), ending.signal).then(
      (loaded) => {
        if (ending.signal.aborted) return;
        const tree = createLiveTree(loaded);
        setState({ tree, error: undefined });
        subscribeToRunningTasks(tree);
      },
      (thrown: unknown) => {
        if (ending.signal.aborted) return;
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        setState({ tree: undefined, error });
      },
    );
    return () => {
      ending.abort();
      clearTimeout(reloading);
      for (const stop of stops) stop();
    };
  }, [taskId, stream, reloads]);
  return { ...state, retry: () => setReloads((before) => before + 1) };
}
