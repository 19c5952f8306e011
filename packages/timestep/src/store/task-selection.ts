import type { Task } from '../core/index.ts';
import { RunnerError, type TaskQuery } from '../port/index.ts';
import type { SqlValue } from './statement.ts';

/** A condition on rows of the table of tasks; `where` has a `?` for each value. */
export interface Condition {
  readonly where: string;
  readonly values: readonly SqlValue[];
}

/** The properties that select tasks; an absent one selects all of them. */
export type TaskSelection = Partial<Omit<TaskQuery, 'pageSize' | 'pageToken'>>;

const EVERY_TASK: Condition = { where: '1 = 1', values: [] };

export function conditionOf(selection: TaskSelection): Condition {
  const compared: (readonly [string, SqlValue | undefined])[] = [
    ['principal = ?', selection.principal],
    ['agent = ?', selection.agent],
    ['context_id = ?', selection.contextId],
    ['state = ?', selection.state],
    ['updated_at >= ?', selection.changedSince],
  ];
  return compared.reduce<Condition>(
    (condition, [where, value]) =>
      value === undefined ? condition : both(condition, { where, values: [value] }),
    EVERY_TASK,
  );
}

export function both(one: Condition, other: Condition): Condition {
  if (one === EVERY_TASK) return other;
  if (other === EVERY_TASK) return one;
  return {
    where: `${one.where} AND ${other.where}`,
    values: [...one.values, ...other.values],
  };
}

/** A place in the order of pages. */
export type Position = Pick<Task, 'updatedAt' | 'id'>;

/** The order of pages, in SQL; `newestFirst` is the same order in this process. */
export const NEWEST_FIRST = 'ORDER BY updated_at DESC, id';

/** Compares two places by the order of pages. */
export function newestFirst(a: Position, b: Position): number {
  if (a.updatedAt !== b.updatedAt) return b.updatedAt - a.updatedAt;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/**
 * Selects the tasks after a position in the order of pages; an index can use the first comparison.
 */
export function positionsAfter(position: Position | undefined): Condition {
  if (!position) return EVERY_TASK;
  const { updatedAt, id } = position;
  return {
    where: 'updated_at <= ? AND (updated_at < ? OR id > ?)',
    values: [updatedAt, updatedAt, id],
  };
}

/** A page token: the position at which the page before it ended. */
export function writePageToken({ updatedAt, id }: Position): string {
  return Buffer.from(`${updatedAt} ${id}`).toString('base64url');
}

/** Throws `RunnerError` for a token that `writePageToken` did not make. */
export function readPageToken(token: string): Position {
  const [, updatedAt, id] = /^(\d+) (.+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (updatedAt === undefined || id === undefined) {
    throw new RunnerError(
      'bad-page-token',
      'the page token is unknown: use one of an earlier answer',
    );
  }
  return { updatedAt: Number(updatedAt), id };
}
