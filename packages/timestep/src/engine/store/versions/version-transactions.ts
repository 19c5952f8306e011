import { parseJson } from '#core';
import type { AgentTexts, KeptVersion } from '#engine/port';
import { bindListValues, execute, queryFirst, queryRows, type Transaction } from '../statement.ts';

/** Records the version of a task, unless it has one. Returns the version that the task has. */
export function* pinTaskVersionUnlessPinned(
  taskId: string,
  { id, texts }: KeptVersion,
): Transaction<string> {
  const known = yield* findAgentVersionOfTask(taskId);
  if (known !== undefined) return known;
  // The texts are long, so they are sent to the database only once for each version.
  if (!(yield* queryFirst('SELECT 1 FROM agent_version WHERE id = :id', { id }))) {
    yield* execute(
      'INSERT INTO agent_version (id, texts) VALUES (:id, :texts) ON CONFLICT (id) DO NOTHING',
      { id, texts: JSON.stringify(texts) },
    );
  }
  yield* execute(
    `INSERT INTO task_version (task_id, version) VALUES (:taskId, :id)
     ON CONFLICT (task_id) DO NOTHING`,
    { taskId, id },
  );
  return (yield* findAgentVersionOfTask(taskId)) ?? id;
}

function* findAgentVersionOfTask(taskId: string): Transaction<string | undefined> {
  const sql = 'SELECT version FROM task_version WHERE task_id = :taskId';
  const row = yield* queryFirst(sql, { taskId });
  return row && String(row['version']);
}

export function* readVersionTexts(id: string): Transaction<AgentTexts | undefined> {
  const row = yield* queryFirst('SELECT texts FROM agent_version WHERE id = :id', { id });
  return row && (parseJson(String(row['texts'])) as AgentTexts);
}

/** Number of tasks per SQL statement. Fixed, so that the statement is prepared only once. */
const BATCH_SIZE = 100;

/** Finds the versions of tasks. Tasks without a version are missing. */
export function* findAgentVersionsOfTasks(
  taskIds: readonly string[],
): Transaction<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < taskIds.length; at += BATCH_SIZE) {
    const batch = taskIds.slice(at, at + BATCH_SIZE);
    const filled = [...batch, ...Array.from({ length: BATCH_SIZE - batch.length }, () => '')];
    const { placeholders, values } = bindListValues('id', filled);
    const sql = `SELECT task_id, version FROM task_version WHERE task_id IN (${placeholders})`;
    for (const row of yield* queryRows(sql, values))
      found.set(String(row['task_id']), String(row['version']));
  }
  return found;
}

/** Deletes the versions of erased tasks, and the files of versions that no task has any more. */
export function* eraseTaskVersions(taskIds: readonly string[]): Transaction<void> {
  const versions = new Set<string>();
  for (const taskId of taskIds) {
    const sql = 'DELETE FROM task_version WHERE task_id = :taskId RETURNING version';
    const row = yield* queryFirst(sql, { taskId });
    if (row) versions.add(String(row['version']));
  }
  for (const id of [...versions].toSorted()) {
    yield* execute(
      `DELETE FROM agent_version WHERE id = :id
       AND NOT EXISTS (SELECT 1 FROM task_version WHERE version = :id)`,
      { id },
    );
  }
}
