import { getText, isAskedByAgent, omitUndefined, type Task } from '#core';
import { listTaskIdsOfPassedOnQuestions } from '#people/chat';
import {
  createTaskTitle,
  MAX_TITLE_LENGTH,
  sumSpendingOfCalledAgents,
  type TaskDetails,
  type TaskSummary,
} from '#people/view';
import {
  createEventLoopBreaks,
  describeTaskOmissions,
  describeTaskWait,
  type StoredTasks,
  type TaskRow,
} from '#engine/port';

function toTaskSummary(task: Task): TaskSummary {
  const { id, contextId, origin, state, createdAt, updatedAt, generation, end } = task;
  const { agent, principal } = origin;
  const passesOn = listTaskIdsOfPassedOnQuestions(task);
  const called = sumSpendingOfCalledAgents(task.delegated ?? {});
  const callers = origin.delegation?.path ?? [];
  return {
    id,
    agent,
    contextId,
    principal,
    state,
    createdAt,
    updatedAt,
    generation,
    title: createTaskTitle(task),
    steps: task.steps,
    usage: task.usage,
    costUsd: task.costUsd,
    ...((called.tokens > 0 || called.costUsd > 0) && { called }),
    children: listChildTasks(task),
    ...(passesOn.length > 0 && { passesOn }),
    ...(callers.length > 0 && { callers }),
    ...(origin.entry && { entry: origin.entry }),
    ...(isAskedByAgent(task) && { isAsked: true }),
    ...(end?.error && { failure: end.error.message.slice(0, MAX_TITLE_LENGTH) }),
  };
}

export function toTaskDetails(task: Task): TaskDetails {
  const { workingMs, toolCalls, end, selection, origin } = task;
  const waits = describeTaskWait(task);
  const leftOut = describeTaskOmissions(task);
  return {
    ...toTaskSummary(task),
    workingMs,
    ...(waits !== undefined && { waits }),
    ...(leftOut !== undefined && { leftOut }),
    toolCalls,
    ...(end && { end }),
    ...(end && omitUndefined({ answer: findLastReplyTextOfTask(task) })),
    context: selection?.items ?? [],
    ...(selection?.omitted && { contextOmitted: selection.omitted }),
    ...(selection?.note !== undefined && { contextNote: selection.note }),
    path: origin.delegation?.path ?? [],
    ...(origin.forkedFrom && { forkedFrom: origin.forkedFrom }),
  };
}

/** Finds the text of the last reply. Undefined if there is none. */
function findLastReplyTextOfTask({ entries }: Task): string | undefined {
  let link = entries;
  while (link && link.last.message.role !== 'assistant') link = link.before;
  return link && getText(link.last.message);
}

/** Lists the tasks that the calls of this task have waited for or are waiting for. */
function listChildTasks({ delegated = {}, calls }: Task): string[] {
  const named = calls.flatMap(({ awaits, awaited = [] }) =>
    [...awaited.map((one) => one.awaits), ...(awaits ? [awaits] : [])]
      .filter(({ elsewhere }) => elsewhere !== true)
      .map(({ task_id: id }) => id),
  );
  return [...new Set([...Object.keys(delegated), ...named])];
}

/** Maximum number of cached summaries. With a cached list, polling loads only changed tasks. */
const MAX_CACHED = 2000;

export interface TaskSummaryCache {
  load(rows: readonly TaskRow[]): Promise<TaskSummary[]>;
}

export function createTaskSummaryCache(tasks: Pick<StoredTasks, 'load'>): TaskSummaryCache {
  const kept = new Map<string, TaskSummary>();

  async function loadTaskSummary(row: TaskRow): Promise<TaskSummary | undefined> {
    const before = kept.get(row.id);
    if (before?.generation === row.generation) return before;
    try {
      const { version } = row;
      const summary = toTaskSummary(await tasks.load(row.id));
      const line = version === undefined ? summary : { ...summary, version };
      kept.delete(row.id);
      kept.set(row.id, line);
      const [oldest] = kept.keys();
      if (kept.size > MAX_CACHED && oldest !== undefined) kept.delete(oldest);
      return line;
    } catch {
      // The task was erased after the list had been read.
      kept.delete(row.id);
      return undefined;
    }
  }

  return {
    async load(rows) {
      const lines: TaskSummary[] = [];
      // Yields to other requests after each task, because loading a task may read megabytes.
      const takeBreak = createEventLoopBreaks();
      for (const row of rows) {
        const line = await loadTaskSummary(row);
        if (line) lines.push(line);
        await takeBreak();
      }
      return lines;
    },
  };
}
