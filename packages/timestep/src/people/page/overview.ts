import { HOUR_MS, type TaskGroupCount } from '#engine/port';
import type { TaskOverview } from '#people/view';
import { listInbox } from './list-inbox.ts';
import type { PageContext } from './page-context.ts';
import { MAX_INBOX_TASKS } from './watch-task-list.ts';

type OverviewContext = Pick<PageContext, 'site' | 'lines' | 'clock'>;

/** Number of newest tasks that are counted if the database keeps no counts. */
const MAX_COUNTED = 1000;

/**
 * Reads how many tasks run, wait and have failed, what they cost since a time, and how many tasks
 * each agent has in each state. If the database keeps counts, this takes as long with many tasks as
 * with few.
 */
export async function readOverview(context: OverviewContext, since: number): Promise<TaskOverview> {
  const { site, lines } = context;
  const inbox = await listInbox(await site.tasks.listWaiting(MAX_INBOX_TASKS), { lines });
  const counts = await readOverviewCounts(context, since);
  const { groups } = counts;
  const running = groups.filter(({ state }) => state === 'working');
  return {
    running: running.reduce((sum, { tasks }) => sum + tasks, 0),
    waiting: inbox.total,
    ...counts,
  };
}

type OverviewCounts = Pick<TaskOverview, 'failed' | 'costUsd' | 'isPartial' | 'groups'>;

async function readOverviewCounts(
  context: OverviewContext,
  since: number,
): Promise<OverviewCounts> {
  const { tasks } = context.site;
  if (!tasks.readWork) return countNewestTasks(context, since);
  const hour = since - (since % HOUR_MS);
  const [groups, work] = await Promise.all([
    tasks.countGroups?.() ?? countNewestTasks(context, since).then((counts) => counts.groups),
    tasks.readWork({ since: hour, until: context.clock.now() + 1 }),
  ]);
  const ended = work.filter(({ kind }) => kind === 'task');
  return {
    failed: ended.reduce((sum, { failed }) => sum + failed, 0),
    costUsd: work.reduce((sum, { costUsd }) => sum + costUsd, 0),
    isPartial: work.some(({ unpriced }) => unpriced > 0),
    groups,
  };
}

/** Counts the newest tasks, for databases that keep no counts. Their cost is not added up. */
async function countNewestTasks({ site }: OverviewContext, since: number): Promise<OverviewCounts> {
  const { tasks } = await site.tasks.list({ limit: MAX_COUNTED });
  const groups = Map.groupBy(tasks, ({ agent, state }) => `${state} ${agent}`);
  return {
    failed: tasks.filter(({ state, updatedAt }) => state === 'failed' && updatedAt >= since).length,
    costUsd: null,
    isPartial: tasks.length === MAX_COUNTED,
    groups: [...groups.values()].flatMap(toGroupCount),
  };
}

function toGroupCount(
  group: readonly Pick<TaskGroupCount, 'agent' | 'state'>[],
): readonly TaskGroupCount[] {
  return group.slice(0, 1).map(({ agent, state }) => ({ agent, state, tasks: group.length }));
}
