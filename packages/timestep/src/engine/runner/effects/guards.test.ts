import { expect, it } from 'vitest';
import { buildTranscript, type NumberedEvent, type Task } from '#core';
import { functionEnvironment, tool } from '#engine/tools';
import type { AgentFn, Guard, ToolEnvironment, ToolResult } from '#engine/port';
import { openMemory } from '../memory/open-memory.ts';
import { saying, served } from '../sqlite/store.fixture.ts';

const NEVER = new AbortController().signal;

/** Asks once for the tool `send` with the user's words, and then says what the tool returned. */
const sender: AgentFn = (messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { role: 'assistant', content: `done: ${last.content}` };
  const text = typeof last?.content === 'string' ? last.content : '';
  const call = { name: 'send', arguments: JSON.stringify({ text }) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: call }],
  };
};

async function outcome(
  guard: Omit<Guard, 'name'>,
  callTool?: ToolEnvironment['callTool'],
): Promise<{
  task: Task;
  sent: readonly string[];
  events: readonly NumberedEvent[];
}> {
  const sent: string[] = [];
  const sending = functionEnvironment({
    send: tool({
      description: 'Sends',
      input: {
        type: 'object',
        properties: { text: {} },
        required: ['text'],
      } as const,
      execute({ text }) {
        sent.push(JSON.stringify(text));
        return 'sent';
      },
    }),
  });
  const environment = { ...sending, ...(callTool && { callTool }) };
  const agent = { ...served(sender), environment: () => environment };
  const backend = openMemory({
    agents: [{ ...agent, guards: [{ name: 'g', ...guard }] }],
  });
  const { runner, tasks } = backend;
  const { id } = await runner.submit(saying('hello'));
  const task = await runner.waitUntilSettled(id, NEVER);
  const events: NumberedEvent[] = [];
  for await (const event of tasks.events(id)) events.push(event);
  await backend.close(0);
  return { task, sent, events };
}

it('a changed transcript, call and result are what model, tool and model read', async () => {
  const { task, sent } = await outcome({
    beforeModel: (messages) =>
      messages.length === 1
        ? { action: 'change', to: [{ role: 'user', content: 'HELLO' }], reason: 'shouted' }
        : undefined,
    beforeTool: ({ arguments: { text } }) => ({
      action: 'change',
      to: { text: [text ?? '', '!'] },
      reason: 'stressed',
    }),
    afterTool: (result) => ({
      action: 'change',
      to: { ...result, content: 'hidden' },
      reason: 'hid it',
    }),
  });
  expect(sent).toEqual(['["HELLO","!"]']);
  expect(buildTranscript(task).map(({ content }) => content)).toEqual([
    'hello',
    '',
    'hidden',
    'done: hidden',
  ]);
});

it('decisions stand in the log with their reasons', async () => {
  const { events } = await outcome({
    beforeTool: () => ({ action: 'allow', reason: 'harmless' }),
    afterTool: () => ({ action: 'block', reason: 'too long' }),
  });
  const guarded = events.flatMap((event) => ('guarded' in event ? (event.guarded ?? []) : []));
  expect(guarded).toEqual([
    { guard: 'g', phase: 'before-tool', callId: 'c1', action: 'allow', reason: 'harmless' },
    { guard: 'g', phase: 'after-tool', callId: 'c1', action: 'block', reason: 'too long' },
  ]);
});

it('a blocked call is not made, and the model reads why', async () => {
  const { task, sent } = await outcome({
    beforeTool: () => ({ action: 'block', reason: 'not today' }),
  });
  expect(sent).toEqual([]);
  expect(task.state).toBe('completed');
  expect(buildTranscript(task)[2]).toMatchObject({
    content: JSON.stringify({ error: 'denied', detail: 'not today' }),
  });
});

it('a call that a guard asks about waits for a person', async () => {
  const { task, sent, events } = await outcome({
    beforeTool: () => ({ action: 'ask', reason: 'it costs' }),
  });
  expect(sent).toEqual([]);
  expect(task.state).toBe('input-required');
  expect(events.at(-1)).toMatchObject({ type: 'approval.requested', reason: 'it costs' });
});

it('a blocked transcript or reply fails the task; a question takes the place of the reply', async () => {
  const blocked = await outcome({
    afterModel: () => ({ action: 'block', reason: 'unkind' }),
  });
  expect(blocked.task.end).toMatchObject({ error: { code: 'blocked', message: 'unkind' } });
  const asked = await outcome({
    beforeModel: () => ({ action: 'ask', reason: 'Shall I go on?' }),
  });
  expect(asked.task.state).toBe('input-required');
  expect(buildTranscript(asked.task).at(-1)).toMatchObject({ content: 'Shall I go on?' });
});

it('a guard that throws lets no call through', async () => {
  const { sent, task } = await outcome({
    beforeTool: () => {
      throw new Error('a secret');
    },
  });
  expect(sent).toEqual([]);
  expect(JSON.stringify(buildTranscript(task))).not.toContain('a secret');
});

it('a changed result keeps its app, but not the data of which the guard knows nothing', async () => {
  const app = { server: 's', tool: 'send', uri: 'ui://s/sent' };
  const shown = async (guard: Omit<Guard, 'name'>): Promise<unknown> => {
    const { events } = await outcome(guard, () => ({
      content: 'sent',
      app: { ...app, data: { to: 'Ada' } },
    }));
    const returned = events.find((event) => event.type === 'tool.returned');
    return returned?.app;
  };
  const allow = () => ({ action: 'allow', reason: 'harmless' }) as const;
  expect(await shown({ afterTool: allow })).toEqual({ ...app, data: { to: 'Ada' } });
  const hide = (result: ToolResult) =>
    ({ action: 'change', to: { ...result, content: '' }, reason: 'hid it' }) as const;
  expect(await shown({ afterTool: hide })).toEqual(app);
});
