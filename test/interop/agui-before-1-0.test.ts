import { HttpAgent } from 'ag-ui-client-0';
import { expect, it } from 'vitest';
import { COLOUR, stage } from './agui-front-end.ts';

/** A front end with the client that the current CopilotKit pins, in a thread of its own. */
async function openFrontEnd(): Promise<{
  readonly agent: HttpAgent;
  readonly say: (content: string) => Promise<unknown>;
}> {
  const { url } = await stage('SQLite');
  const agent = new HttpAgent({ url: `${url}/agui`, headers: { authorization: 'Bearer key' } });
  return {
    agent,
    say(content) {
      agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
      return agent.runAgent({ tools: [COLOUR] });
    },
  };
}

it('opens a thread before anything was said', async () => {
  const { agent, say } = await openFrontEnd();
  await agent.runAgent();
  expect(agent.messages).toEqual([]);
  await say('hello');
  expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'You said: hello' });
});

it('runs a tool of the front end and reads the answer', async () => {
  const { agent, say } = await openFrontEnd();
  await say('colour');
  expect(agent.messages.at(-1)).toMatchObject({
    role: 'assistant',
    toolCalls: [{ id: 'call_set_colour', function: { name: 'set_colour' } }],
  });
  agent.addMessage({
    id: crypto.randomUUID(),
    role: 'tool',
    toolCallId: 'call_set_colour',
    content: 'it is red',
  });
  await agent.runAgent({ tools: [COLOUR] });
  expect(agent.messages.at(-1)).toMatchObject({ content: 'The tool says: it is red' });
});

it('shows the calls and thoughts of the agent', async () => {
  const { agent, say } = await openFrontEnd();
  await say('clock');
  expect(agent.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
  ]);
  await say('think');
  expect(agent.messages.at(-1)).toMatchObject({ content: 'You said: think' });
});

it('answers an interrupt', async () => {
  const { agent, say } = await openFrontEnd();
  await say('book');
  const [interrupt] = agent.pendingInterrupts;
  if (!interrupt) throw new Error('the run did not end with an interrupt');
  const { id: interruptId } = interrupt;
  await agent.runAgent({
    tools: [COLOUR],
    resume: [{ interruptId, status: 'resolved', payload: { approved: true } }],
  });
  expect(agent.messages.at(-1)).toMatchObject({
    content: 'The tool says: booked "a room"',
  });
});

it('reports a failure of the agent as one', async () => {
  const { agent, say } = await openFrontEnd();
  const failures: string[] = [];
  agent.subscribe({ onRunErrorEvent: ({ event }) => void failures.push(event.message) });
  await say('fail');
  expect(failures).toEqual([expect.stringContaining('the agent failed')]);
});
