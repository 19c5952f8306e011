import { expect, it } from 'vitest';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import type { ContentPart } from '../message/message.ts';
import { taskToSnapshot, snapshotToTask } from '../task/snapshot.ts';
import { buildTranscript } from '../task/task.ts';

const image: ContentPart = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

it('shows the model what is attached to a result, with the result', () => {
  const begun = taskOf(
    submitted(),
    user('look'),
    ...modelStep(1, [
      ['a', 'look'],
      ['b', 'look'],
    ]),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'tool.started', callId: 'b', attempt: 1 },
    { type: 'tool.returned', callId: 'a', content: '[image]', attachments: [image] },
  );
  expect(snapshotToTask(taskToSnapshot(begun))).toEqual(begun);
  const task = taskOf(
    submitted(),
    user('look'),
    ...modelStep(1, [['a', 'look']]),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'tool.returned', callId: 'a', content: '[image]', attachments: [image] },
  );
  expect(buildTranscript(task).at(-1)).toEqual({
    role: 'tool',
    tool_call_id: 'a',
    content: '[image]',
    attachments: [image],
  });
});
