import { describe, expect, it } from 'vitest';
import { decide } from '../decide/decide.ts';
import { drive, type Effects } from '../decide/drive.ts';
import type { TaskEvent, TaskSubmitted } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import type { AssistantMessage } from '../message/message.ts';
import { findRefusedCalls } from './refused-calls.ts';
import { buildTranscript } from './task.ts';

const MINE = { type: 'function', function: { name: 'mine', parameters: {} } } as const;

function reply(...names: readonly string[]): AssistantMessage {
  const tool_calls = names.map((name, index) => ({
    id: `c${index}`,
    type: 'function' as const,
    function: { name, arguments: '{}' },
  }));
  return { role: 'assistant', content: null, tool_calls };
}

function refusedIn(
  change: Partial<TaskSubmitted>,
  names: readonly string[],
  ...before: readonly TaskEvent[]
): string[] {
  const task = taskOf(submitted(change), user('go'), ...before);
  return findRefusedCalls(task, reply(...names)).map(({ error }) => error.code);
}

const FORBIDDEN = 'forbidden_tool:b';
const USED_UP = 'max_tool_calls';

function called(step: number, ...names: readonly string[]): TaskEvent[] {
  const ids = names.map((name, index) => [`${step}-${index}`, name] as const);
  return [
    ...modelStep(step, ids),
    ...ids.map(([callId]): TaskEvent => ({ type: 'tool.returned', callId, content: '' })),
  ];
}

describe('refusedCalls', () => {
  const choice = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'a' }] };
  it.each<[string, Partial<TaskSubmitted>, readonly string[]]>([
    ['nothing where there is no rule', {}, []],
    ['a tool that is not among those allowed', { toolsAllowed: ['a'] }, [FORBIDDEN]],
    [
      'a tool that the caller does not allow',
      { settings: { tool_choice: choice as never } },
      [FORBIDDEN],
    ],
    [
      'every tool where the caller wants none',
      { settings: { tool_choice: 'none' } },
      ['forbidden_tool:a', FORBIDDEN],
    ],
    ['no call of a tool that must be called', { settings: { tool_choice: 'required' } }, []],
    ['what is beyond the limit of calls', { settings: { max_tool_calls: 1 } }, [USED_UP]],
    ['no call within it', { settings: { max_tool_calls: 2 } }, []],
    [
      'a call by its name, and not as one too many',
      { toolsAllowed: ['a'], settings: { max_tool_calls: 1 } },
      [FORBIDDEN],
    ],
  ])('refuses %s', (_name, change, codes) => {
    expect(refusedIn(change, ['a', 'b'])).toEqual(codes);
  });

  it('refuses a call whose arguments were cut, also of a tool of the caller', () => {
    const call = (id: string, text: string) =>
      ({ id, type: 'function', function: { name: 'mine', arguments: text } }) as const;
    const cut = {
      role: 'assistant',
      content: null,
      tool_calls: [call('a', ''), call('b', '{"x":…')],
      finish_reason: 'length',
    } as const;
    const task = taskOf(submitted({ clientTools: [MINE] }), user('go'));
    expect(findRefusedCalls(task, cut)).toMatchObject([
      { callId: 'b', error: { code: 'call_cut' } },
    ]);
    const { finish_reason: _cut, ...whole } = cut;
    expect(findRefusedCalls(task, whole)).toEqual([]);
  });

  it("leaves the caller's own tools out of both", () => {
    const settings = { max_tool_calls: 1 };
    const change = { toolsAllowed: ['a'], clientTools: [MINE], settings };
    expect(refusedIn(change, ['mine', 'mine', 'a'])).toEqual([]);
    expect(refusedIn(change, ['mine', 'a', 'a'])).toEqual([USED_UP]);
  });

  it('counts the calls of all replies since the caller last spoke, but those by name refused', () => {
    const change = { toolsAllowed: ['a'], settings: { max_tool_calls: 2 } };
    expect(refusedIn(change, ['a'], ...called(1, 'a', 'b'))).toEqual([]);
    expect(refusedIn(change, ['a'], ...called(1, 'a'), ...called(2, 'a'))).toEqual([USED_UP]);
    expect(refusedIn(change, ['a'], ...called(1, 'a', 'a'), user('more', 'm2'))).toEqual([]);
  });
});

describe('a refused call', () => {
  const [started, replied] = modelStep(1, [
    ['x', 'a'],
    ['y', 'b'],
  ]);
  const error = { code: FORBIDDEN, message: 'b is not allowed' };
  const refusing = { ...replied, refused: [{ callId: 'y', error }] } as TaskEvent;

  it('does not make the task wait, at either tool site', () => {
    const task = taskOf(submitted({ toolSite: 'client' }), user('go'), started, refusing);
    expect(task.state).toBe('working');
    expect(decide(task)).toMatchObject({ do: 'call-tools', calls: [{ refusal: error }] });
  });

  it('is neither asked about nor made, and the model reads why', async () => {
    const made: string[] = [];
    let task = taskOf(submitted(), user('go'), started, refusing);
    const all: TaskEvent[] = [submitted(), user('go'), started, refusing];
    const effects: Effects = {
      loadPrompt: () => Promise.reject(new Error('no prompt')),
      selectContext: () => Promise.reject(new Error('nothing to choose')),
      callModel: (step) => Promise.resolve(modelStep(step, 'done')[1]),
      loadToolTraits: () => Promise.resolve(new Map([['b', { needsApproval: true }]])),
      callTool: ({ call }) => {
        made.push(call.function.name);
        return Promise.resolve({ type: 'tool.returned', callId: call.id, content: 'ran' });
      },
      waitUntil: () => Promise.reject(new Error('nothing to wait for')),
    };
    await drive(
      {
        get task() {
          return task;
        },
        append(event) {
          all.push(event);
          return (task = taskOf(...all));
        },
      },
      effects,
    );
    expect(made).toEqual(['a']);
    expect(all.map(({ type }) => type)).not.toContain('approval.requested');
    expect(buildTranscript(task).slice(2)).toMatchObject([
      { content: 'ran' },
      { content: JSON.stringify({ error: FORBIDDEN, detail: 'b is not allowed' }) },
      { content: 'done' },
    ]);
  });
});
