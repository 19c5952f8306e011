import type { Content } from '../task/outline.ts';
import { firstOf, rowsOf, type Transaction } from '@timestep-ai/timestep/store';

/**
 * Keeps the parts of an event that its outline leaves out, until the log has the event. The first
 * value for a key stays.
 */
export function* keepContent(taskId: string, name: string, content: Content): Transaction<void> {
  yield* rowsOf(
    'INSERT INTO content (task_id, name, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    taskId,
    name,
    JSON.stringify(content),
  );
}

export function* readContent(taskId: string, name: string): Transaction<Content | undefined> {
  const row = yield* firstOf(
    'SELECT body FROM content WHERE task_id = ? AND name = ?',
    taskId,
    name,
  );
  return row && (JSON.parse(String(row['body'])) as Content);
}
