import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createRemoteTaskView } from './remote-task.ts';

const ids = { id: 't1', contextId: 'c1' };

function artifact(artifactId: string, parts: JsonObject[], more: JsonObject = {}): JsonObject {
  return { artifactId, parts, ...more };
}

function said(text: string): JsonObject {
  return { state: 'TASK_STATE_COMPLETED', message: { parts: [{ text }] } };
}

it('takes what a peer gave beside its answer, and the answer alone as its words', () => {
  const view = createRemoteTaskView();
  const plan = artifact('plan', [{ text: 'first' }], { name: 'plan.md', description: 'a plan' });
  const chart = artifact('chart', [{ raw: 'aGk=', filename: 'a.png', mediaType: 'image/png' }]);
  const answer = artifact('answer-2', [{ text: 'made' }], { name: 'answer' });
  view.apply({ task: { ...ids, status: said('made'), artifacts: [answer, plan, chart] } });
  expect(view.task?.text).toBe('made');
  expect(view.task?.artifacts).toEqual([
    {
      artifact_id: 'plan',
      name: 'plan.md',
      description: 'a plan',
      parts: [{ type: 'text', text: 'first' }],
    },
    {
      artifact_id: 'chart',
      parts: [
        {
          type: 'image_url',
          image_url: { url: 'data:image/png;base64,aGk=' },
          filename: 'a.png',
        },
      ],
    },
  ]);
});

it('takes a text of a peer that says nothing else for its answer', () => {
  const view = createRemoteTaskView();
  const status = { state: 'TASK_STATE_COMPLETED' };
  view.apply({ task: { ...ids, status, artifacts: [artifact('a', [{ text: 'sunny' }])] } });
  expect(view.task).toMatchObject({ text: 'sunny', artifacts: [] });
});

it('puts the pieces of a stream together, and leaves out what cannot be read', () => {
  const view = createRemoteTaskView();
  view.apply({ task: { ...ids, status: { state: 'TASK_STATE_WORKING' } } });
  const update = (parts: JsonObject[], append: boolean): JsonObject => ({
    artifactUpdate: { taskId: 't1', artifact: artifact('table', parts), append },
  });
  view.apply(update([{ text: 'lost' }], false));
  view.apply(update([{ text: 'a' }], false));
  view.apply(update([{ text: 'b' }], true));
  view.apply(update([{ data: [1] }, { url: 'file:///etc/passwd' }, { strange: 1 }], true));
  expect(view.task?.artifacts).toEqual([
    {
      artifact_id: 'table',
      parts: [
        { type: 'text', text: 'ab' },
        { type: 'data', data: [1] },
      ],
    },
  ]);
});
