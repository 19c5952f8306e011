import type { Task } from '#core';
import { RunnerError, type TaskQuery } from '#engine/port';
import type { SqlValues } from '../statement.ts';

export interface Condition {
  readonly where: string;
  readonly values: SqlValues;
}

export type TaskSelection = Partial<Omit<TaskQuery, 'pageSize' | 'pageToken'>>;

const EVERY_TASK: Condition = { where: '1 = 1', values: {} };

const COMPARISONS: Readonly<Record<keyof TaskSelection, string>> = {
  principal: 'principal = :principal',
  agent: 'agent = :agent',
  contextId: 'context_id = :contextId',
  state: 'state = :state',
  changedSince: 'updated_at >= :changedSince',
};

export function buildTaskCondition(selection: TaskSelection): Condition {
  let condition = EVERY_TASK;
  for (const name of ['principal', 'agent', 'contextId', 'state', 'changedSince'] as const) {
    const value = selection[name];
    if (value === undefined) continue;
    const compared = { where: COMPARISONS[name], values: { [name]: value } };
    condition = combineConditions(condition, compared);
  }
  return condition;
}

export function combineConditions(one: Condition, other: Condition): Condition {
  if (one === EVERY_TASK) return other;
  if (other === EVERY_TASK) return one;
  return {
    where: `${one.where} AND ${other.where}`,
    values: { ...one.values, ...other.values },
  };
}

/** A position in the order of task pages. */
export type Position = Pick<Task, 'updatedAt' | 'id'>;

/** The order of task pages in SQL. `compareNewestFirst` is the same order in JavaScript. */
export const NEWEST_FIRST = 'ORDER BY updated_at DESC, id';

/** Compares two positions in the order of pages: newest change first, then by id. */
export function compareNewestFirst(a: Position, b: Position): number {
  if (a.updatedAt !== b.updatedAt) return b.updatedAt - a.updatedAt;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Builds the SQL condition for rows after a position. The first comparison is for the index. */
export function buildAfterCondition(position: Position | undefined): Condition {
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
