import type { TaskState } from 'timestep/core';
import type { TaskFilter, TaskListing, TaskRow } from 'timestep/port';
import { firstOf, rowsOf, type Row, type SqlValue, type Transaction } from 'timestep/store';

const COLUMNS = 'id, principal, agent, context_id, state, created_at, updated_at, generation';

/** The tasks of everybody, newest change first. */
export function* listTasks(filter: TaskFilter): Transaction<TaskListing> {
  const conditions: string[] = ['1 = 1'];
  const values: SqlValue[] = [];
  for (const column of ['state', 'agent'] as const) {
    const value = filter[column];
    if (value === undefined) continue;
    conditions.push(`${column} = ?`);
    values.push(value);
  }
  const where = conditions.join(' AND ');
  const count = yield* firstOf(`SELECT count(*) AS n FROM task WHERE ${where}`, ...values);
  const rows = yield* rowsOf(
    `SELECT ${COLUMNS} FROM task WHERE ${where} ORDER BY updated_at DESC, id LIMIT ?`,
    ...values,
    filter.limit,
  );
  return { tasks: rows.map(taskRowOf), total: Number(count?.['n'] ?? 0) };
}

function taskRowOf(row: Row): TaskRow {
  return {
    id: String(row['id']),
    principal: String(row['principal']),
    agent: String(row['agent']),
    contextId: String(row['context_id']),
    state: String(row['state']) as TaskState,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    generation: Number(row['generation']),
  };
}
