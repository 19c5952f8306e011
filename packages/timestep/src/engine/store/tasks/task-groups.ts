import { queryRows, type Row, type SqlValues, type Transaction } from '../statement.ts';
import {
  buildConditionAfterPosition,
  buildTaskCondition,
  combineConditions,
  compareNewestFirst,
  NEWEST_FIRST,
  type Condition,
  type Position,
  type TaskSelection,
} from './task-selection.ts';

/**
 * Tasks that have the same agent, state and entry protocol, and either were all started by other agents or
 * all were not. Indexes hold each group in the orders of task lists.
 */
export interface TaskGroup extends Condition {
  /** Number of the group's tasks that a list can show. */
  readonly tasks: number;
  /** Whether the tasks of the group are unfinished. */
  readonly isOpen: boolean;
}

/** Which rows of task groups a page shows. `columns` must include `id` and `updated_at`. */
export interface PageOfGroups {
  readonly columns: string;
  /** Position in the list after which the page begins. */
  readonly from: Position | undefined;
  readonly limit: number;
}

/** Statements that create the indexes by which the tasks of a group are read, newest change first. */
export const GROUP_INDEXES: readonly string[] = [
  `CREATE INDEX IF NOT EXISTS task_by_principal
    ON task (principal, agent, state, entry, asked, updated_at DESC, id)`,
  `CREATE INDEX IF NOT EXISTS task_by_agent
    ON task (agent, state, entry, asked, updated_at DESC, id)`,
];

/**
 * Maximum number of unfinished tasks per group that a sorted list considers, most recently changed first.
 * They are sorted in memory, because an index of their changing figures would cost too many writes.
 */
export const MAX_SORTED_OPEN_TASKS = 200;

/** States of tasks that have not ended. */
const OPEN_STATES: ReadonlySet<string> = new Set(['submitted', 'working', 'input-required']);

/**
 * SQL conditions that select a group of tasks. Their columns are the first columns of the indexes on `task`.
 */
const OF_AGENT = 'agent = :agent AND state = :state AND entry = :entry AND asked = :asked';
const OF_PRINCIPAL = `principal = :principal AND ${OF_AGENT}`;

/**
 * Lists the groups that a query selects, from the table `task_count`. The time grows with the
 * number of agents and principals, but not with the number of tasks.
 */
export function* listTaskGroups({
  principal,
  agent,
  state,
  entry,
  isAsked,
  sort,
}: TaskSelection): Transaction<readonly TaskGroup[]> {
  const values: SqlValues = {
    ...(principal !== undefined && { principal }),
    ...(agent !== undefined && { agent }),
    ...(state !== undefined && { state }),
    ...(entry !== undefined && { entry }),
    ...(isAsked !== undefined && { asked: isAsked ? 1 : 0 }),
  };
  const conditions = Object.keys(values).map((name) => `${name} = :${name}`);
  const rows = yield* queryRows(
    `SELECT agent, state, entry, asked, sum(tasks) AS tasks FROM task_count
     WHERE ${['tasks > 0', ...conditions].join(' AND ')} GROUP BY agent, state, entry, asked`,
    values,
  );
  return rows.map((row) => {
    const isOpen = OPEN_STATES.has(String(row['state']));
    const tasks = Number(row['tasks']);
    return {
      where: principal === undefined ? OF_AGENT : OF_PRINCIPAL,
      isOpen,
      values: {
        ...values,
        agent: String(row['agent']),
        state: String(row['state']),
        entry: String(row['entry']),
        asked: Number(row['asked']),
      },
      tasks: sort !== undefined && isOpen ? Math.min(tasks, MAX_SORTED_OPEN_TASKS) : tasks,
    };
  });
}

/** Lists the newest tasks of several groups after a position. Each group is read by an index. */
export function* listNewestOfGroups(
  groups: readonly TaskGroup[],
  { changedSince = 0, changedBefore }: TaskSelection,
  { columns, from, limit }: PageOfGroups,
): Transaction<readonly Row[]> {
  let newest: Row[] = [];
  // Once the page is full, later groups are read only for tasks newer than the last task of the page.
  let since = changedSince;
  const earlier = changedBefore === undefined ? {} : { changedBefore };
  for (const group of groups) {
    const period = buildTaskCondition({ ...earlier, changedSince: since });
    const selected = combineConditions(group, period);
    const { where, values } = combineConditions(selected, buildConditionAfterPosition(from));
    const rows = yield* queryRows(
      `SELECT ${columns} FROM task WHERE ${where} ${NEWEST_FIRST} LIMIT :limit`,
      { ...values, limit },
    );
    newest = [...newest, ...rows].toSorted(compareRowsNewestFirst).slice(0, limit);
    const last = newest.at(-1);
    if (last && newest.length === limit) since = Math.max(since, parsePosition(last).updatedAt);
  }
  return newest;
}

function compareRowsNewestFirst(one: Row, other: Row): number {
  return compareNewestFirst(parsePosition(one), parsePosition(other));
}

/** Parses a row with the columns `id` and `updated_at`. */
export function parsePosition(row: Row): Position {
  return { updatedAt: Number(row['updated_at']), id: String(row['id']) };
}
