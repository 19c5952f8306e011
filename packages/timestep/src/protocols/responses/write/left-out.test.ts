import { expect, it } from 'vitest';
import { foldTask, type Task, type TaskEvent } from '#core';
import type { TaskStep } from '#engine/port';
import type { ResponseObject } from '../wire/response-object.ts';
import { addOmissionsToResponse, waitOrRefusalToEvents } from './waiting-response.ts';

const error = { code: 'bad-request', message: 'the image is broken' };
const refused: TaskEvent = {
  type: 'model.refused',
  step: 1,
  attempt: 1,
  error,
  without: [{ kind: 'message', index: 0, part: 1 }],
};
const started = { metadata: { mine: 'x' } } as unknown as ResponseObject;

function fold(...more: readonly TaskEvent[]): Task {
  const first: TaskEvent = {
    type: 'task.submitted',
    taskId: 't',
    contextId: 'c',
    agent: 'a',
    principal: 'p',
    coreVersion: 2,
    toolSite: 'server',
    limits: { max_steps: 3, time_limit_s: 9 },
    seed: 0,
    loadPrompt: false,
    history: [],
    clientTools: [],
  };
  const events = [first, ...more].map((event, at) => ({ ...event, generation: at + 1, at }));
  const task = foldTask(events);
  if (!task) throw new Error('no task');
  return task;
}

it('says while a response runs what its provider has refused', () => {
  const before = fold();
  const task = fold(refused);
  const step = {
    kind: 'event',
    before,
    event: { ...refused, generation: 2, at: 1 },
    task,
  } as TaskStep;
  expect(waitOrRefusalToEvents(step, started)).toEqual([
    {
      type: 'response.in_progress',
      response: {
        metadata: {
          mine: 'x',
          left_out: 'the image is broken; the model is asked again without one part',
        },
      },
    },
  ]);
});

it('says at the end what the model did not receive', () => {
  const message = { role: 'assistant', content: 'ok' } as const;
  const replied: TaskEvent = { type: 'model.replied', step: 1, attempt: 2, message };
  const after = fold(refused, replied);
  expect(addOmissionsToResponse(started, fold(), after).metadata).toEqual({
    mine: 'x',
    left_out: 'the model was asked without one part',
  });
  expect(addOmissionsToResponse(started, after, after)).toBe(started);
});
