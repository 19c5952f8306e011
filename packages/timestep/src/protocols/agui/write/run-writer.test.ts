import { expect, it } from 'vitest';
import {
  apply,
  CORE_VERSION,
  DEFAULT_LIMITS,
  foldTask,
  type AssistantMessage,
  type Task,
  type TaskEvent,
} from '#core';
import type { Delta, TaskStep } from '#engine/port';
import { createRunEventWriter } from './run-writer.ts';

const TASK = foldTask([
  {
    type: 'task.submitted',
    generation: 1,
    at: 0,
    taskId: 't',
    contextId: 'c',
    agent: 'a',
    principal: '',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [],
    clientTools: [],
  },
]) as Task;

function happened(event: TaskEvent): TaskStep {
  return { kind: 'event', before: TASK, event: { ...event, generation: 2, at: 0 }, task: TASK };
}

function started(attempt = 1): TaskStep {
  return happened({ type: 'model.started', step: 1, attempt });
}

function replied(message: Omit<AssistantMessage, 'role'>, attempt = 1): TaskStep {
  const whole = { role: 'assistant', ...message } as const;
  return happened({ type: 'model.replied', step: 1, attempt, message: whole });
}

function shown(delta: Delta, attempt = 1): TaskStep {
  return { kind: 'delta', task: TASK, step: 1, attempt, delta };
}

function callShown(index: number, id: string, name: string, piece: string): TaskStep {
  return shown({ type: 'tool-call', index, id, name, arguments: piece });
}

function call(id: string, args = '{}') {
  return { id, type: 'function', function: { name: 'look', arguments: args } } as const;
}

/** The events of steps in short, without those of the model's steps. */
function written(...steps: readonly TaskStep[]): string[] {
  const writer = createRunEventWriter({ taskId: 't', runId: 'r' });
  const events = [...steps.flatMap((step) => writer.write(step)), ...writer.finish()];
  return events
    .filter(({ type }) => !type.startsWith('STEP'))
    .map(({ type, ...event }) => {
      const told = Object.values(event).filter((value) => typeof value === 'string');
      return [type.toLowerCase(), ...told].join(' ');
    });
}

it('ends what an attempt that was lost has shown, and begins again', () => {
  const lost = happened({ type: 'model.lost', step: 1, attempt: 1 });
  const late = shown({ type: 'text', text: 'late' });
  const text = shown({ type: 'text', text: 'Let me' });
  expect(
    written(started(), text, lost, late, started(2), late, replied({ content: 'Yes' }, 2)),
  ).toEqual([
    'text_message_start t:reply_1_1:r assistant',
    'text_message_content t:reply_1_1:r Let me',
    'text_message_end t:reply_1_1:r',
    'text_message_start t:reply_1_2:r assistant',
    'text_message_content t:reply_1_2:r Yes',
    'text_message_end t:reply_1_2:r',
  ]);
});

it('completes what was shown of words and calls', () => {
  const steps = [
    started(),
    shown({ type: 'reasoning', text: 'Hm' }),
    shown({ type: 'text', text: 'I ' }),
    callShown(0, 'c1', 'look', '{"a"'),
    callShown(1, '', '', '{}'),
    callShown(2, 'gone', 'look', '{'),
    replied({ content: 'I look', tool_calls: [call('c1', '{"a":1}'), call('c2')] }),
  ];
  expect(written(...steps)).toEqual([
    'reasoning_start t:reasoning_1_1:r',
    'reasoning_message_start t:reasoning_1_1:r reasoning',
    'reasoning_message_content t:reasoning_1_1:r Hm',
    'reasoning_message_end t:reasoning_1_1:r',
    'reasoning_end t:reasoning_1_1:r',
    'text_message_start t:reply_1_1:r assistant',
    'text_message_content t:reply_1_1:r I ',
    'tool_call_start c1 look t:reply_1_1:r',
    'tool_call_args c1 {"a"',
    'tool_call_start gone look t:reply_1_1:r',
    'tool_call_args gone {',
    'text_message_content t:reply_1_1:r look',
    'text_message_end t:reply_1_1:r',
    'tool_call_args c1 :1}',
    'tool_call_end c1',
    'tool_call_start c2 look t:reply_1_1:r',
    'tool_call_args c2 {}',
    'tool_call_end c2',
    'tool_call_end gone',
  ]);
});

it('shows a reply that began before the run when it is whole', () => {
  expect(written(shown({ type: 'text', text: 'mid' }), replied({ content: 'amid' }))).toEqual([
    'text_message_start t:reply_1_1:r assistant',
    'text_message_content t:reply_1_1:r amid',
    'text_message_end t:reply_1_1:r',
  ]);
});

it('closes what is open where nothing more comes', () => {
  expect(written(started(), callShown(0, 'c1', 'look', ''))).toEqual([
    'tool_call_start c1 look t:reply_1_1:r',
    'tool_call_end c1',
  ]);
});

it('gives artifacts as cards that stay with the application', () => {
  const artifact = {
    artifact_id: 'plan',
    name: 'The plan',
    parts: [{ type: 'text', text: 'Go.' }],
  } as const;
  const writer = createRunEventWriter({ taskId: 't', runId: 'r' });
  const returned = { type: 'tool.returned', callId: 'c1', content: 'ok', artifacts: [artifact] };
  expect(writer.write(happened(returned as TaskEvent))).toEqual([
    {
      type: 'TOOL_CALL_RESULT',
      messageId: 't:result_2:r',
      toolCallId: 'c1',
      content: 'ok',
      role: 'tool',
    },
    {
      type: 'ACTIVITY_SNAPSHOT',
      messageId: 't:artifact_plan',
      activityType: 'artifact',
      content: artifact,
      replace: true,
    },
  ]);
});

it('tells the results of failed and denied calls, as the model reads them', () => {
  const error = { code: 'late', message: 'too late' };
  expect(
    written(
      happened({ type: 'tool.failed', callId: 'c1', error }),
      happened({ type: 'approval.decided', messageId: 'm', callId: 'c2', approved: false }),
      happened({ type: 'approval.decided', messageId: 'm', callId: 'c3', approved: true }),
    ),
  ).toEqual([
    'tool_call_result t:result_2:r c1 {"error":"late","detail":"too late"} tool',
    'tool_call_result t:result_2:r c2 {"error":"denied","detail":"a person did not approve the call"} tool',
  ]);
});

it('shows a wait for the model as one activity, until the wait ends', () => {
  const error = { code: 'overloaded', message: 'the model is overloaded' };
  const happenings: readonly TaskEvent[] = [
    { type: 'model.started', step: 1, attempt: 1 },
    { type: 'model.failed', step: 1, attempt: 1, error, retryAt: 2000 },
    { type: 'model.started', step: 1, attempt: 2 },
    { type: 'model.replied', step: 1, attempt: 2, message: { role: 'assistant', content: 'Hi' } },
  ];
  const writer = createRunEventWriter({ taskId: 't', runId: 'r' });
  let task = TASK;
  const events = happenings.flatMap((one) => {
    const event = { ...one, generation: task.generation + 1, at: 1000 };
    const before = task;
    task = apply(before, event);
    return writer.write({ kind: 'event', before, event, task });
  });
  const activity = {
    type: 'ACTIVITY_SNAPSHOT',
    messageId: 't:wait_1',
    activityType: 'model-wait',
    replace: true,
  };
  const until = '1970-01-01T00:00:02.000Z';
  const text = `waiting for the model: the model is overloaded; the next call is at ${until}`;
  expect(events.filter(({ type }) => type === 'ACTIVITY_SNAPSHOT')).toEqual([
    { ...activity, content: { waits: true, text, until, code: 'overloaded' } },
    { ...activity, content: { waits: false } },
  ]);
});

it('shows what a request to the model leaves out after a refusal', () => {
  const error = { code: 'bad-request', message: 'no such image' };
  const without = [{ kind: 'message', index: 0, part: 1 }] as const;
  const event: TaskEvent = { type: 'model.refused', step: 1, attempt: 1, error, without };
  const writer = createRunEventWriter({ taskId: 't', runId: 'r' });
  const numbered = { ...event, generation: TASK.generation + 1, at: 1000 };
  const task = apply(TASK, numbered);
  expect(writer.write({ kind: 'event', before: TASK, event: numbered, task })).toEqual([
    {
      type: 'ACTIVITY_SNAPSHOT',
      messageId: 't:refusal_1_1',
      activityType: 'model-refusal',
      content: {
        text: 'no such image; the model is asked again without one part',
        code: 'bad-request',
      },
      replace: true,
    },
  ]);
});
