import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { NumberedEvent } from '#core';
import type { ReportModel } from '#people/view';
import { renderTaskReport } from './task-report.ts';

const GOLDEN = new URL('../../../core/golden/server-site-weather.json', import.meta.url);

const TEMPLATE =
  '<title><!--title--></title><p><!--summary--></p><!--model--><script>page</script><!--chunks-->';

it('writes a task with its log and those of the tasks that it asks into one file', async () => {
  const { events } = JSON.parse(readFileSync(GOLDEN, 'utf8')) as {
    readonly events: readonly NumberedEvent[];
  };
  async function* readEvents(): AsyncGenerator<NumberedEvent> {
    yield* events;
  }
  const pieces = renderTaskReport(TEMPLATE, { events: readEvents }, 'task-1', 0);
  let html = '';
  for await (const piece of pieces) html += piece;
  const [, json = ''] = /id="model">(.*)<\/script>\n<script>page/s.exec(html) ?? [];
  const model = JSON.parse(json) as Extract<ReportModel, { readonly kind: 'task' }>;
  expect(model.tree.tasks.map(({ id }) => id)).toEqual(['task-1']);
  expect(model.logs['task-1']).toEqual(events);
  expect(html).toContain('weather, 1 task, ');
});
