import type { TimelineRow } from '../timeline-row.ts';
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

  function addRowsOfTask(task: RunTask, depth: number): void {
    shown.add(task.id);
    for (const row of task.rows) {
      if (depth > 0 ? !addsToCallRow(row) : isTitleMessage(row)) continue;
      const isRoot = row.kind === 'turn' && task === root;
      const asked = row.awaited === undefined ? undefined : tasks.get(row.awaited);
      // A task is shown only once, because agents that call each other would make an endless tree.
      const child = asked && !shown.has(asked.id) ? asked : undefined;
      const below = child ?? (isRoot ? root : undefined);
      const isOpen = below && isTaskOpen(below, toggled);
      listed.push({
        key: `${task.id} ${row.id}`,
        taskId: task.id,
        row,
        depth: isRoot ? 0 : depth + 1,
        agent: task.agent,
        ...(below && { task: below, spent: spending(below.id) }),
        ...(isOpen !== undefined && { isOpen }),
      });
      if (isRoot && isOpen === false) return;
      if (child && isOpen) addRowsOfTask(child, depth + 1);
    }
  }

  addRowsOfTask(root, 0);
  return listed;
}

function isTaskOpen({ id, depth }: RunTask, toggled: ReadonlySet<string>): boolean {
  return depth <= OPEN_LEVELS !== toggled.has(id);
}

/**
 * Whether a row of a called agent adds information to the calling row, which shows the agent, its
 * time and the question.
 */
function addsToCallRow(row: TimelineRow): boolean {
  const isChoice = row.kind === 'mark' && row.label.startsWith('chose ');
  return row.kind !== 'turn' && !isChoice && !isTitleMessage(row);
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
