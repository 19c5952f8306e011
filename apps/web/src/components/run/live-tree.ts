import {
  addEventToTimeline,
  jsonToTimeline,
  listTimelineRows,
  type NumberedEvent,
  type RunTask,
  type TaskTree,
  type Timeline,
} from '@timestep-ai/timestep/view';

/** A task of a tree, with a timeline to which new events are added. */
export interface LiveTask extends RunTask {
  readonly timeline: Timeline;
}

/** A tree of tasks, the root first. */
export interface LiveTree {
  readonly tasks: readonly LiveTask[];
  readonly isCut: boolean;
  /** Ids of awaited tasks that were missing when the tree was loaded, because they run on other servers. */
  readonly elsewhere: ReadonlySet<string>;
  /** Time of the newest event of all tasks, in milliseconds since the epoch. */
  readonly at: number;
}

export function createLiveTree({ tasks, isCut }: TaskTree): LiveTree {
  const live = tasks.map(({ timeline: stored, state: _state, ...rest }) => {
    const timeline = jsonToTimeline(stored);
    return { ...rest, timeline, rows: listTimelineRows(timeline) };
  });
  const known = new Set(live.map(({ id }) => id));
  const elsewhere = listAwaitedTaskIds(live).difference(known);
  return {
    tasks: live,
    isCut,
    elsewhere,
    at: Math.max(0, ...live.map((task) => task.timeline.at)),
  };
}

/** Adds events to a task of the tree. Known events change nothing. */
export function addEvents(
  tree: LiveTree,
  taskId: string,
  events: readonly NumberedEvent[],
): LiveTree {
  const at = tree.tasks.findIndex(({ id }) => id === taskId);
  const task = tree.tasks[at];
  if (!task) return tree;
  const timeline = events.reduce(addEventToTimeline, task.timeline);
  if (timeline === task.timeline) return tree;
  const next: LiveTask = { ...task, timeline, rows: listTimelineRows(timeline) };
  return { ...tree, tasks: tree.tasks.with(at, next), at: Math.max(tree.at, timeline.at) };
}

/** Whether a row waits for a task that is not in the tree yet. */
export function hasMissingTask({ tasks, isCut, elsewhere }: LiveTree): boolean {
  if (isCut) return false;
  const known = new Set(tasks.map(({ id }) => id));
  return listAwaitedTaskIds(tasks).difference(known).difference(elsewhere).size > 0;
}

function listAwaitedTaskIds(tasks: readonly LiveTask[]): ReadonlySet<string> {
  return new Set(
    tasks.flatMap(({ timeline }) => timeline.running.flatMap(({ awaited }) => awaited ?? [])),
  );
}

/** Whether any task of the tree is running or waiting. */
export function hasRunningWork({ tasks }: LiveTree): boolean {
  return tasks.some(({ timeline }) => timeline.running.length > 0);
}
