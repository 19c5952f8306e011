import { EventType, type BaseEvent, type HttpAgent } from '@ag-ui/client';
import { describe, expect, it } from 'vitest';
import { COLOUR, frontEnd, say, stage } from './agui-front-end.ts';

/** What the conversation of a front end comes to. */
function textsOf({ messages }: HttpAgent): unknown[] {
  return messages.map(({ role, content }) => [role, content]);
}

function typesOf(events: readonly BaseEvent[]): string[] {
  return events.map(({ type }) => type);
}

describe.each(['memory', 'SQLite'] as const)(
  'the stock client of AG-UI, with tasks in %s',
  (kept) => {
    it('reads a reply in the pieces in which it came, and goes on with the thread', async () => {
      const server = await stage(kept);
      const { agent, events, watch } = frontEnd(`${server.url}/agui`);
      say(agent, 'hello there');
      await agent.runAgent({}, watch);
      expect(textsOf(agent)).toEqual([
        ['user', 'hello there'],
        ['assistant', 'You said: hello there'],
      ]);
      expect(typesOf(events)).toEqual([
        'RUN_STARTED',
        'STEP_STARTED',
        'TEXT_MESSAGE_START',
        ...Array.from({ length: 4 }, () => 'TEXT_MESSAGE_CONTENT'),
        'TEXT_MESSAGE_END',
        'STEP_FINISHED',
        'RUN_FINISHED',
      ]);
      expect(events.at(-1)).toMatchObject({
        outcome: { type: 'success' },
        usage: [{ inputTokens: 7, outputTokens: 3, totalTokens: 10 }],
      });
      say(agent, 'everything');
      const context = [{ description: 'the page', value: 'a shop' }];
      await agent.runAgent({ context }, watch);
      const [heard] = JSON.parse(agent.messages.at(-1)?.content as string) as [object[]];
      expect(heard.slice(1)).toEqual([
        { role: 'user', content: 'hello there' },
        { role: 'assistant', content: 'You said: hello there' },
        { role: 'system', content: 'What the application knows:\n- the page: a shop' },
        { role: 'user', content: 'everything' },
      ]);
    });

    it('shows thoughts apart from the reply, and reads a long reply whole', async () => {
      const server = await stage(kept);
      const { agent, watch } = frontEnd(`${server.url}/agents/talkative/agui`);
      say(agent, 'think');
      await agent.runAgent({}, watch);
      expect(textsOf(agent).slice(1)).toEqual([
        ['reasoning', 'Hm, well.'],
        ['assistant', 'You said: think'],
      ]);
      say(agent, 'long');
      await agent.runAgent({}, watch);
      expect(agent.messages.at(-1)?.content).toHaveLength(250_000);
    });

    it('shows the calls of the agent with their results', async () => {
      const server = await stage(kept);
      const { agent, watch } = frontEnd(`${server.url}/agui`);
      say(agent, 'clock');
      await agent.runAgent({}, watch);
      expect(agent.messages).toMatchObject([
        { role: 'user' },
        {
          role: 'assistant',
          toolCalls: [{ id: 'call_read_clock', function: { name: 'read_clock' } }],
        },
        { role: 'tool', toolCallId: 'call_read_clock', content: '12:00' },
        { role: 'assistant', content: 'The tool says: 12:00' },
      ]);
    });

    it('leaves calls of its own tools to it, and goes on with their results in the same task', async () => {
      const server = await stage(kept);
      const { agent, events, watch } = frontEnd(`${server.url}/agui`);
      say(agent, 'colour');
      await agent.runAgent({ tools: [COLOUR] }, watch);
      expect(events.at(-1)).toMatchObject({
        type: 'RUN_FINISHED',
        outcome: { type: 'success', pendingToolCallIds: ['call_set_colour'] },
      });
      expect(typesOf(events)).not.toContain('TOOL_CALL_RESULT');
      agent.addMessage({
        id: 'r',
        role: 'tool',
        toolCallId: 'call_set_colour',
        content: 'it is red',
      });
      await agent.runAgent({ tools: [COLOUR] }, watch);
      expect(textsOf(agent).at(-1)).toEqual(['assistant', 'The tool says: it is red']);
      const [first, second] = events.filter(({ type }) => type === EventType.RUN_STARTED);
      expect(second?.metadata).toEqual(first?.metadata);
    });

    it.each([
      [{ approved: true }, 'booked "a room"'],
      [{ approved: true, arguments: { what: 'a suite' } }, 'booked "a suite"'],
      [false, '{"error":"denied","detail":"a person did not approve the call"}'],
      [{ approved: false, reason: 'too dear' }, '{"error":"denied","detail":"too dear"}'],
    ])('asks a person about a call, who answers %j', async (payload, outcome) => {
      const server = await stage(kept);
      const { agent, events, watch } = frontEnd(`${server.url}/agui`);
      say(agent, 'book');
      await agent.runAgent({}, watch);
      const [interrupt] = agent.pendingInterrupts;
      expect(agent.pendingInterrupts).toMatchObject([
        {
          reason: 'tool_call',
          toolCallId: 'call_book',
          metadata: { name: 'book', arguments: { what: 'a room' } },
        },
      ]);
      await expect(agent.runAgent({}, watch)).rejects.toThrow(/pending interrupt/);
      const resume = [{ interruptId: interrupt?.id ?? '', status: 'resolved' as const, payload }];
      await agent.runAgent({ resume }, watch);
      expect(textsOf(agent).slice(2)).toEqual([
        ['tool', outcome],
        ['assistant', `The tool says: ${outcome}`],
      ]);
      expect(agent.pendingInterrupts).toEqual([]);
      expect(events.at(-1)).toMatchObject({ outcome: { type: 'success' } });
    });

    it('answers the question of a tool, or gives it up', async () => {
      const server = await stage(kept);
      for (const [status, outcome] of [
        ['resolved', 'a ticket for Ada'],
        ['cancelled', 'a ticket for The question was not answered.'],
      ] as const) {
        const { agent, watch } = frontEnd(`${server.url}/agui`);
        say(agent, 'travel');
        await agent.runAgent({}, watch);
        const [{ id: interruptId, ...asked } = { id: '' }] = agent.pendingInterrupts;
        expect(asked).toMatchObject({
          reason: 'input_required',
          message: 'For whom? (Ada, Bob)',
          responseSchema: { type: 'string' },
          metadata: { options: ['Ada', 'Bob'] },
        });
        const payload = status === 'resolved' ? { payload: 'Ada' } : {};
        await agent.runAgent({ resume: [{ interruptId, status, ...payload }] }, watch);
        expect(textsOf(agent).at(-1)).toEqual(['assistant', `The tool says: ${outcome}`]);
      }
    });

    it('answers a question of the agent with the next message, in the same task', async () => {
      const server = await stage(kept);
      const { agent, events, watch } = frontEnd(`${server.url}/agui`);
      say(agent, 'where');
      await agent.runAgent({}, watch);
      expect(textsOf(agent).at(-1)).toEqual(['assistant', 'Where to?']);
      say(agent, 'Rome');
      await agent.runAgent({}, watch);
      expect(textsOf(agent).at(-1)).toEqual(['assistant', 'You said: Rome']);
      const [first, second] = events.filter(({ type }) => type === EventType.RUN_STARTED);
      expect(second?.metadata).toEqual(first?.metadata);
    });

    it('is told of a failure, and of a request that is refused', async () => {
      const server = await stage(kept);
      const { agent, events, watch } = frontEnd(`${server.url}/agui`);
      say(agent, 'fail');
      await agent.runAgent({}, watch);
      expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'agent_failed' });
      agent.headers = {};
      say(agent, 'hello');
      await expect(agent.runAgent({}, watch)).rejects.toMatchObject({ status: 401 });
    });

    it('receives a run again that it asks for again, each event once', async () => {
      const server = await stage(kept);
      const { agent, events, watch } = frontEnd(`${server.url}/agui`);
      say(agent, 'clock');
      await agent.runAgent({ runId: 'one' }, watch);
      const before = structuredClone(agent.messages);
      const first = typesOf(events.splice(0));
      await agent.runAgent({ runId: 'one' }, watch);
      expect(agent.messages).toEqual(before);
      expect(typesOf(events)).toEqual(first.toSpliced(1, 0, 'MESSAGES_SNAPSHOT'));
    });
  },
);
