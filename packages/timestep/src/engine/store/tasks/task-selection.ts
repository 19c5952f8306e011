import type { Task } from '#core';
import { RunnerError, type TaskFilter, type TaskQuery } from '#engine/port';
import type { SqlValues } from '../statement.ts';

export interface Condition {
  readonly where: string;
  readonly values: SqlValues;
}

export type TaskSelection = Partial<
  Omit<TaskQuery, 'pageSize' | 'pageToken'> & Omit<TaskFilter, 'limit'>
>;

/** The columns of `task` by which lists are filtered with any database. */
type FilterColumn =
  | 'principal'
  | 'agent'
  | 'contextId'
  | 'state'
  | 'changedSince'
  | 'changedBefore';

const EVERY_TASK: Condition = { where: '1 = 1', values: {} };

const COMPARISONS: Readonly<Record<FilterColumn, string>> = {
  contextId: 'context_id = :contextId',
  principal: 'principal = :principal',
  agent: 'agent = :agent',
  state: 'state = :state',
  changedSince: 'updated_at >= :changedSince',
  changedBefore: 'updated_at < :changedBefore',
};

/**
 * Builds the SQL condition of a selection of tasks. If it names a context, other columns are hidden
 * from the query planner, which would otherwise read all tasks of a principal and agent instead of
 * the context.
 */
export function buildTaskCondition(selection: TaskSelection): Condition {
  const isOfContext = selection.contextId !== undefined;
  let condition = EVERY_TASK;
  for (const name of Object.keys(COMPARISONS) as FilterColumn[]) {
    const value = selection[name];
    if (value === undefined) continue;
    const isHidden = isOfContext && (name === 'principal' || name === 'agent' || name === 'state');
    const where = isHidden ? formatConditionWithoutIndex(name) : COMPARISONS[name];
    condition = combineConditions(condition, { where, values: { [name]: value } });
  }
  return condition;
}

function formatConditionWithoutIndex(name: 'principal' | 'agent' | 'state'): string {
  return `coalesce(${name}, '') = :${name}`;
}

export function combineConditions(one: Condition, other: Condition): Condition {
  if (one === EVERY_TASK) return other;
  if (other === EVERY_TASK) return one;
  return {
    where: `${one.where} AND ${other.where}`,
    values: { ...one.values, ...other.values },
  };
}

/** A position in a list of tasks, which is ordered by newest change. */
export type Position = Pick<Task, 'updatedAt' | 'id'>;

/** The order of task lists as SQL. `compareNewestFirst` is the same order in JavaScript. */
export const NEWEST_FIRST = 'ORDER BY updated_at DESC, id';

/** Compares two positions in the order of task lists: newest change first, then by id. */
export function compareNewestFirst(a: Position, b: Position): number {
  if (a.updatedAt !== b.updatedAt) return b.updatedAt - a.updatedAt;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Builds the SQL condition for rows after a position. Its first comparison lets SQLite use the index. */
export function buildConditionAfterPosition(position: Position | undefined): Condition {
  if (!position) return EVERY_TASK;
  return {
    where: 'updated_at <= :afterTime AND (updated_at < :afterTime OR id > :afterId)',
    values: { afterTime: position.updatedAt, afterId: position.id },
  };
}

/** Encodes the position at which a page ended as a page token. */
export function encodePageToken({ updatedAt, id }: Position): string {
  return Buffer.from(`${updatedAt} ${id}`).toString('base64url');
}

/** Decodes a page token. Throws `RunnerError` if `encodePageToken` did not produce it. */
export function decodePageToken(token: string): Position {
  const [, updatedAt, id] = /^(\d+) (.+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (updatedAt === undefined || id === undefined) {
    throw new RunnerError(
      'bad-page-token',
      'the page token is invalid: use the token of an earlier response',
    );
  }
  return { updatedAt: Number(updatedAt), id };
}
