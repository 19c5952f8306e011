import type { StoredContent } from '../task/outline.ts';
import { queryFirst, queryRows, type Transaction } from '@timestep-ai/timestep/store';

/**
 * Stores the parts of an event that its outline omits, until the log contains the event. The first
 * value for a name stays.
 */
export function* storeContent(
  taskId: string,
  name: string,
  content: StoredContent,
): Transaction<void> {
  yield* queryRows(
    'INSERT INTO content (task_id, name, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    taskId,
    name,
    JSON.stringify(content),
  );
}

export function* readContent(taskId: string, name: string): Transaction<StoredContent | undefined> {
  const row = yield* queryFirst(
    'SELECT body FROM content WHERE task_id = ? AND name = ?',
    taskId,
    name,
  );
  return row && (JSON.parse(String(row['body'])) as StoredContent);
}
