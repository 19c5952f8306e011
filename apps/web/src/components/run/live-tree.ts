import {
  addEventToTimeline,
  jsonToTimeline,
  listTimelineRows,
  type RunTask,
  type TaskTree,
  type TaskUpdate,
  type Timeline,
  type TimelineRow,
} from '@timestep-ai/timestep/view';

/** A task of a tree, with a timeline to which new events are added. */
export interface LiveTask extends RunTask {
  readonly timeline: Timeline;
  /** Newest progress message of each running call, by the id of its row. */
  readonly progress?: ReadonlyMap<string, string>;
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

/** Adds events and progress messages to a task of the tree. Known events change nothing. */
export function addUpdates(
  tree: LiveTree,
  taskId: string,
  updates: readonly TaskUpdate[],
): LiveTree {
  const at = tree.tasks.findIndex(({ id }) => id === taskId);
  const task = tree.tasks[at];
  if (!task) return tree;
  const next = updates.reduce(addUpdate, task);
  if (next === task) return tree;
  const { timeline, progress } = next;
  const rows = listTimelineRows(timeline).map((row) => addProgress(row, progress));
  return {
    ...tree,
    tasks: tree.tasks.with(at, { ...next, rows }),
    at: Math.max(tree.at, timeline.at),
  };
}

function addUpdate(task: LiveTask, update: TaskUpdate): LiveTask {
  if (update.kind === 'event') {
    const timeline = addEventToTimeline(task.timeline, update.event);
    return timeline === task.timeline ? task : { ...task, timeline };
  }
  if (update.delta.type !== 'progress') return task;
  const { callId, text } = update.delta;
  const row = task.timeline.running.find((one) => one.callId === callId && isCall(one));
  return row ? { ...task, progress: new Map(task.progress).set(row.id, text) } : task;
}

const isCall = ({ kind }: TimelineRow): boolean => kind === 'tool' || kind === 'task';

function addProgress(row: TimelineRow, progress: LiveTask['progress']): TimelineRow {
  const text = row.state === 'running' ? progress?.get(row.id) : undefined;
  return text === undefined ? row : { ...row, progress: text };
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
