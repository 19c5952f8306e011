import type { TimelineRow } from '../timeline/timeline-row.ts';
import type { TreeTask } from '../wire/tree.ts';

/** A task of a tree with its rows in display order. */
export interface RunTask extends Omit<TreeTask, 'timeline' | 'state'> {
  readonly rows: readonly TimelineRow[];
}

/** The tasks of a run, the root first. */
export interface RunTree {
  readonly tasks: readonly RunTask[];
}

/** A row of the timeline of a run. Rows of called agents are listed below the calling row. */
export interface RunRow {
  readonly key: string;
  readonly taskId: string;
  readonly row: TimelineRow;
  readonly depth: number;
  /** Agent that executes the row's task. */
  readonly agent: string;
  /** The task of the called agent; the task itself if the row is the root. */
  readonly task?: RunTask;
  /** Whether the child rows are shown. Undefined if the row has no child rows. */
  readonly isOpen?: boolean;
  /** Tokens and cost of the row and all rows below it. */
  readonly spent?: Spent;
}

interface Spent {
  readonly tokens: number;
  /** Cost in US dollars; `null` if a price is unknown. */
  readonly costUsd: number | null;
}

/** A called task. `inside`: the task with the rows below the call; `proxied`: its only row, if it passes the call on. */
interface Child {
  readonly task: RunTask;
  readonly inside: RunTask | undefined;
  readonly proxied?: TimelineRow;
}

/** Number of task levels below the root that are open by default. */
const OPEN_LEVELS = 2;

/**
 * Lists the rows of a run in display order. `toggled` lists tasks that the user opened or closed.
 */
export function listRunRows(tree: RunTree, toggled: ReadonlySet<string>): readonly RunRow[] {
  const tasks = new Map(tree.tasks.map((task) => [task.id, task]));
  const [root] = tree.tasks;
  if (!root) return [];
  const spending = createUsageSum(tasks);
  const listed: RunRow[] = [];
  const shown = new Set<string>();

  /** The task that a row waits for, and the task whose rows are listed below it. */
  function findChild({ awaited }: TimelineRow): Child | undefined {
    const asked = awaited === undefined ? undefined : tasks.get(awaited);
    // A task is shown only once, because agents that call each other would make an endless tree.
    if (!asked || shown.has(asked.id)) return undefined;
    const proxied = findProxiedRow(asked);
    if (!proxied) return { task: asked, inside: asked };
    const far = tasks.get(proxied.awaited ?? '');
    return { task: asked, inside: far && !shown.has(far.id) ? far : undefined, proxied };
  }

  function addRowsOfTask(task: RunTask, depth: number): void {
    shown.add(task.id);
    for (const row of listShownRows(task, depth)) {
      const isRoot = row.kind === 'turn' && task === root;
      const child: Child | undefined = isRoot ? { task, inside: task } : findChild(row);
      const isOpen = child?.inside && isTaskOpen(child.task, toggled);
      const remote = child?.proxied?.remote;
      listed.push({
        key: `${task.id} ${row.id}`,
        taskId: task.id,
        row: remote ? { ...row, remote } : row,
        depth: isRoot ? 0 : depth + 1,
        agent: task.agent,
        ...(child && { task: child.task, spent: spending(child.task.id) }),
        ...(isOpen !== undefined && { isOpen }),
      });
      if (isRoot && isOpen === false) return;
      if (isRoot || !child) continue;
      if (child.proxied) shown.add(child.task.id);
      if (child.inside && isOpen) addRowsOfTask(child.inside, depth + 1);
    }
  }

  addRowsOfTask(root, 0);
  return listed;
}

/**
 * Returns the row of a task that only passes its message on to an agent of the same name on another server;
 * undefined for all other tasks. Such a task would repeat the row of the call.
 */
function findProxiedRow({ agent, rows }: RunTask): TimelineRow | undefined {
  const [row, ...others] = rows.filter((one) => tellsMoreThanCallRow(one));
  const isPassedOn = row?.asksAgent && row.label === agent && row.state !== 'failed';
  return isPassedOn && row.kind === 'model' && others.length === 0 ? row : undefined;
}

function isTaskOpen({ id, depth }: RunTask, toggled: ReadonlySet<string>): boolean {
  return depth <= OPEN_LEVELS !== toggled.has(id);
}

/** Lists the rows of a task without the rows that repeat what is shown above them. */
function listShownRows({ rows }: RunTask, depth: number): readonly TimelineRow[] {
  const hasReady = rows.some(({ kind }) => kind === 'ready');
  return rows.filter((row) => {
    if (hasReady && isContextCountRow(row)) return false;
    return depth > 0 ? tellsMoreThanCallRow(row) : !isTitleMessage(row);
  });
}

/**
 * Whether a row of a called agent adds information to the calling row, which shows the agent, its
 * time and the question.
 */
function tellsMoreThanCallRow(row: TimelineRow): boolean {
  const isStart = row.kind === 'turn' || (row.kind === 'ready' && !row.isAfterCrash);
  return !isStart && !isContextCountRow(row) && !isTitleMessage(row);
}

/** Whether a row says only how many context items were selected for the prompt. */
function isContextCountRow({ kind, label, detail }: TimelineRow): boolean {
  return kind === 'mark' && label.startsWith('chose ') && detail === undefined;
}

/** Whether a row is the first message of its task, which is already shown as the title of the task. */
function isTitleMessage({ kind, label, generation }: TimelineRow): boolean {
  return kind === 'mark' && label === 'message' && generation <= 2;
}

/** Returns a function that sums the tokens and cost of a task and of the tasks below it. */
function createUsageSum(tasks: ReadonlyMap<string, RunTask>): (id: string) => Spent {
  const known = new Map<string, Spent>();
  function sumUsageOfTaskAndChildren(id: string): Spent {
    const before = known.get(id);
    if (before) return before;
    let [tokens, costUsd]: [number, number | null] = [0, 0];
    // A task that waits for itself is counted once.
    known.set(id, { tokens, costUsd });
    for (const row of tasks.get(id)?.rows ?? []) {
      const isChild = row.awaited !== undefined && !known.has(row.awaited);
      const below =
        isChild && row.awaited !== undefined ? sumUsageOfTaskAndChildren(row.awaited) : undefined;
      const isUnpriced = row.tokens !== undefined && row.costUsd === undefined;
      tokens += (row.tokens ?? 0) + (below?.tokens ?? 0);
      const cost = below?.costUsd === null ? null : (row.costUsd ?? 0) + (below?.costUsd ?? 0);
      costUsd = costUsd === null || cost === null || isUnpriced ? null : costUsd + cost;
    }
    const spent = { tokens, costUsd };
    known.set(id, spent);
    return spent;
  }
  return sumUsageOfTaskAndChildren;
}
