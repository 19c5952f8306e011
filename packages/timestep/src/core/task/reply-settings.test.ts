import { describe, expect, it } from 'vitest';
import { foldTask } from '../apply/apply.ts';
import type { NumberedEvent, TaskEvent, TaskSubmitted } from '../events/event.ts';
import type { AssistantMessage } from '../message/message.ts';
import { isToolAllowed, type ReplySettings } from './reply-settings.ts';
import { getNextReplySettings } from './next-reply-settings.ts';
import type { Task } from './task.ts';

const WEATHER = { type: 'function', function: { name: 'weather', parameters: {} } } as const;

function submitted(settings: ReplySettings | undefined): TaskSubmitted {
  return {
    type: 'task.submitted',
    taskId: 't',
    contextId: 'c',
    agent: 'a',
    principal: '',
    coreVersion: 1,
    toolSite: 'server',
    limits: { max_steps: 9, time_limit_s: 9 },
    seed: 0,
    loadPrompt: false,
    history: [{ role: 'assistant', content: 'earlier', usage: tokens(1000) }],
    clientTools: [WEATHER],
    ...(settings && { settings }),
  };
}

function tokens(completion_tokens: number) {
  return { prompt_tokens: 1, completion_tokens, total_tokens: completion_tokens + 1 };
}

function calls(name: string, used: number): AssistantMessage {
  const call = { id: 'x', type: 'function', function: { name, arguments: '{}' } } as const;
  return { role: 'assistant', content: null, tool_calls: [call], usage: tokens(used) };
}

function taskAfter(settings: ReplySettings | undefined, ...events: readonly TaskEvent[]): Task {
  const all = [submitted(settings), ...events];
  const task = foldTask(
    all.map((event, index): NumberedEvent => ({ ...event, generation: index + 1, at: 0 })),
  );
  if (!task) throw new Error('no task');
  return task;
}

const says: TaskEvent = {
  type: 'message.received',
  messageId: 'm',
  message: { role: 'user', content: 'hi' },
};
const started: TaskEvent = { type: 'model.started', step: 1, attempt: 1 };
const replied = (message: AssistantMessage): TaskEvent => ({
  type: 'model.replied',
  step: 1,
  attempt: 1,
  message,
});
const returned: TaskEvent = { type: 'tool.returned', callId: 'x', content: 'ok' };
const brought: TaskEvent = {
  type: 'results.received',
  messageId: 'r',
  results: [{ callId: 'x', output: 'ok' }],
};

describe('settingsOfNextReply', () => {
  it('is nothing where the caller set nothing', () => {
    expect(getNextReplySettings(taskAfter(undefined, says))).toBeUndefined();
  });

  it('is what the caller set, for the first reply', () => {
    const settings = { temperature: 0, tool_choice: 'required', max_output_tokens: 5 } as const;
    expect(getNextReplySettings(taskAfter(settings, says))).toEqual(settings);
  });

  it.each([
    ['required', 'auto'],
    [{ type: 'function', name: 'clock' }, 'auto'],
    [
      { type: 'allowed_tools', mode: 'required', tools: [] },
      { type: 'allowed_tools', mode: 'auto', tools: [] },
    ],
    ['none', 'none'],
  ] as const)(
    'turns a choice of %j into %j once a tool of the agent was called',
    (choice, left) => {
      const settings = { tool_choice: choice };
      const done = [says, started, replied(calls('clock', 1)), returned];
      expect(getNextReplySettings(taskAfter(settings, ...done))).toEqual({ tool_choice: left });
      expect(getNextReplySettings(taskAfter(settings, ...done, says))).toEqual(settings);
    },
  );

  it('forces again where the caller has brought the results of its own tool', () => {
    const settings = { tool_choice: 'required', max_output_tokens: 50 } as const;
    const done = [says, started, replied(calls('weather', 40)), brought];
    expect(getNextReplySettings(taskAfter(settings, ...done))).toEqual(settings);
  });

  it('allows what earlier replies to the request have left of the tokens, and then none', () => {
    const settings = { max_output_tokens: 50 };
    const after = (used: number) =>
      getNextReplySettings(
        taskAfter(settings, says, started, replied(calls('clock', used)), returned),
      );
    expect(after(20)).toEqual({ max_output_tokens: 30 });
    expect(after(40)).toEqual({ max_output_tokens: 0 });
    expect(after(60)).toEqual({ max_output_tokens: 0 });
  });
});

describe('isOffered', () => {
  it('leaves all tools, none, or those that are named', () => {
    const only = {
      type: 'allowed_tools',
      mode: 'auto',
      tools: [{ type: 'function', name: 'a' }],
    } as const;
    expect(
      [undefined, 'auto', 'required'].map((choice) => isToolAllowed(choice as 'auto', 'a')),
    ).toEqual([true, true, true]);
    expect(isToolAllowed('none', 'a')).toBe(false);
    expect([isToolAllowed(only, 'a'), isToolAllowed(only, 'b')]).toEqual([true, false]);
    expect(isToolAllowed({ ...only, mode: 'none' }, 'a')).toBe(false);
    expect(isToolAllowed({ type: 'function', name: 'a' }, 'b')).toBe(true);
  });
});
