import type { TaskListing } from '#engine/port';
import type { ChainLink, TaskSummary, WaitingTasks } from '#people/view';
import type { PageContext } from './page-context.ts';

/**
 * Lists the tasks that wait for users. A question that a calling agent passes on is listed once,
 * for the calling task.
 */
export async function listInbox(
  { tasks, total }: TaskListing,
  { lines }: Pick<PageContext, 'lines'>,
): Promise<WaitingTasks> {
  const loaded = await lines.load(tasks);
  const passedOn = new Set(loaded.flatMap(({ passesOn = [] }) => passesOn));
  const shown = loaded.filter(({ id }) => !passedOn.has(id));
  const byId = new Map(loaded.map((line) => [line.id, line]));
  return {
    tasks: shown.map((line) => {
      const chains = listQuestionChains(line, byId);
      return chains.some(({ length }) => length > 1) ? { ...line, chains } : line;
    }),
    total: total - (loaded.length - shown.length),
  };
}

/** Lists, for each question that a task asks its user, the agents from the first caller down to the agent that asks. */
function listQuestionChains(
  line: TaskSummary,
  waiting: ReadonlyMap<string, TaskSummary>,
): readonly (readonly ChainLink[])[] {
  const callers = (line.callers ?? []).map((agent) => ({ agent }));
  return listChainsBelow(line, waiting, new Set()).map((chain) => [...callers, ...chain]);
}

/** Maximum number of agents of a chain that the inbox names. */
const MAX_AGENTS = 16;

function listChainsBelow(
  line: TaskSummary,
  waiting: ReadonlyMap<string, TaskSummary>,
  above: ReadonlySet<string>,
): readonly (readonly ChainLink[])[] {
  const link = { agent: line.agent, taskId: line.id };
  const seen = new Set([...above, line.id]);
  const asking = (line.passesOn ?? []).flatMap((id) => {
    const task = waiting.get(id);
    return task && !seen.has(id) ? [task] : [];
  });
  if (asking.length === 0 || seen.size === MAX_AGENTS) return [[link]];
  return asking.flatMap((task) =>
    listChainsBelow(task, waiting, seen).map((chain) => [link, ...chain]),
  );
}
