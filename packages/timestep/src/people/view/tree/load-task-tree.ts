import { apply, TimestepError, type NumberedEvent, type Task } from '#core';
import { createEventLoopBreaks, type StoredTasks } from '#engine/port';
import { createTaskTitle } from '../task-title.ts';
import type { Timeline } from '../timeline/timeline-row.ts';
import { EMPTY_TIMELINE, listTimelineRows } from '../timeline/timeline-rows.ts';
import { addEventToTimeline } from '../timeline/timeline.ts';
import type { TaskTree, TreeTask } from '../wire/tree.ts';
import { timelineToJson } from './stored-timeline.ts';
import { sumTree } from './sum-tree.ts';

/** Maximum number of tasks in a tree, and of levels in it. */
const MAX_TASKS = 100;
const MAX_DEPTH = 8;

interface LoadedTask {
  readonly task: Task;
  readonly timeline: Timeline;
}

/** Loads a task with all tasks that its calls started. `now` is the end time of running rows. */
export async function loadTaskTree(
  tasks: Pick<StoredTasks, 'events'>,
  rootId: string,
  now: number,
): Promise<TaskTree> {
  const takeBreak = createEventLoopBreaks();
  const loaded = new Map<string, TreeTask>();
  let isCut = false;

  async function loadTaskAndChildren(id: string, depth: number): Promise<void> {
    const root = await loadTimeline(tasks.events(id), takeBreak);
    if (!root) return;
    const { task, timeline } = root;
    const { contextId, createdAt, state } = task;
    const { agent } = task.origin;
    const shown = { id, agent, contextId, createdAt, state, title: createTaskTitle(task) };
    loaded.set(id, { ...shown, depth, timeline: timelineToJson(timeline) });
    for (const { awaited } of listTimelineRows(timeline)) {
      if (awaited === undefined || loaded.has(awaited)) continue;
      if (loaded.size >= MAX_TASKS || depth >= MAX_DEPTH) isCut = true;
      else await loadTaskAndChildren(awaited, depth + 1).catch(ignoreMissing);
    }
  }

  await loadTaskAndChildren(rootId, 0);
  const listed = [...loaded.values()];
  const summed = listed.map(({ id, agent, createdAt, timeline: { ended, running } }) => {
    return { id, agent, createdAt, rows: [...ended, ...running] };
  });
  return { tasks: listed, totals: sumTree(summed, now), isCut };
}

async function loadTimeline(
  events: AsyncIterable<NumberedEvent>,
  takeBreak: () => Promise<void> | undefined,
): Promise<LoadedTask | undefined> {
  let task: Task | undefined;
  let timeline = EMPTY_TIMELINE;
  for await (const event of events) {
    task = apply(task, event);
    timeline = addEventToTimeline(timeline, event);
    await takeBreak();
  }
  return task && { task, timeline };
}

/** A called task may have been erased, or may be stored on another server. */
function ignoreMissing(thrown: unknown): void {
  if (!TimestepError.isInstance(thrown) || thrown.code !== 'task-not-found') throw thrown;
}
