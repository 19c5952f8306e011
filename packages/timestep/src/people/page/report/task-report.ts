import type { NumberedEvent } from '#core';
import { formatCount, type StoredTasks } from '#engine/port';
import { loadTaskTree } from '#people/view';
import { loadReportTemplate } from '../shipped-page.ts';
import { fillReportTemplate } from './report-template.ts';

/**
 * Renders a task with all tasks that its calls started as an HTML file. `now` is the end time of
 * running rows.
 */
export async function* renderTaskHtml(
  tasks: Pick<StoredTasks, 'events'>,
  taskId: string,
  now: number,
): AsyncGenerator<string> {
  yield* renderTaskReport(await loadReportTemplate('task'), tasks, taskId, now);
}

export async function* renderTaskReport(
  template: string,
  tasks: Pick<StoredTasks, 'events'>,
  taskId: string,
  now: number,
): AsyncGenerator<string> {
  const tree = await loadTaskTree(tasks, taskId, now);
  const logs: Record<string, NumberedEvent[]> = {};
  for (const { id } of tree.tasks) {
    const log: NumberedEvent[] = [];
    for await (const event of tasks.events(id)) log.push(event);
    logs[id] = log;
  }
  const [root] = tree.tasks;
  const { totals } = tree;
  yield* fillReportTemplate(template, {
    title: root?.title || taskId,
    summary: [
      root?.agent ?? '',
      formatCount(totals.tasks, 'task'),
      formatCount(totals.tokens, 'token'),
    ].join(', '),
    model: { kind: 'task', tree, logs },
    chunks: [],
  });
}
