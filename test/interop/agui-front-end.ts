import { HttpAgent, type AgentSubscriber, type BaseEvent } from '@ag-ui/client';
import { EventSchemas } from '@ag-ui/core/schemas';
import { expect, onTestFinished, vi } from 'vitest';
import {
  Agent,
  Environment,
  openMemory,
  serve,
  type AgentFn,
  type AssistantMessage,
  type Serving,
} from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';

/** The tool of the front end. */
export const COLOUR = {
  name: 'set_colour',
  description: 'Sets the colour of the page.',
  parameters: { type: 'object', properties: { colour: { type: 'string' } } },
};

/** An agent whose behavior depends on the message. */
const talkative: AgentFn = async (messages, { emit, tools }) => {
  const last = messages.at(-1);
  const heard = last ? getText(last) : '';
  if (last?.role === 'tool') return said(`The tool says: ${heard}`);
  if (heard.includes('think')) {
    emit({ type: 'reasoning', text: 'Hm, ' });
    emit({ type: 'reasoning', text: 'well.' });
  }
  if (heard.includes('fail')) throw new Error('the model is out of order');
  if (heard.includes('colour')) return called('set_colour', { colour: 'red' });
  if (heard.includes('clock')) return called('read_clock', {});
  if (heard.includes('book')) return called('book', { what: 'a room' });
  if (heard.includes('travel')) return called('travel', {});
  if (heard.includes('where')) return { ...said('Where to?'), expects_reply: true };
  if (heard.includes('long')) return said('word '.repeat(50_000));
  if (heard.includes('everything')) return said(JSON.stringify([messages, tools.length]));
  const pieces = `You said: ${heard}`.split(/(?= )/);
  for (const text of pieces) emit({ type: 'text', text });
  return said(pieces.join(''));
};

function said(content: string): AssistantMessage {
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
  return { role: 'assistant', content, usage };
}

function called(name: string, args: object): AssistantMessage {
  const tool = { name, arguments: JSON.stringify(args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${name}`, type: 'function', function: tool }],
  };
}

/** Serves the agent; calls of `book` require approval, and `travel` asks a question. */
export async function stage(keeping: 'memory' | 'SQLite'): Promise<Serving> {
  const environment = new Environment({ environmentId: 'talkative', humanInLoop: true })
    .tool(
      'read_clock',
      { description: 'Time.', annotations: { readOnlyHint: true } },
      () => '12:00',
    )
    .tool('book', { description: 'Books.' }, ({ what }) => `booked ${JSON.stringify(what)}`)
    .tool(
      'travel',
      { description: 'Travels.', annotations: { readOnlyHint: true } },
      (_, { answers: [who], ask }) =>
        who ? `a ticket for ${who.text}` : ask({ text: 'For whom?', options: ['Ada', 'Bob'] }),
    );
  const agent = new Agent({
    agentId: 'talkative',
    name: 'talkative',
    model: talkative,
    environment,
    toolSite: 'server',
  });
  const kept = keeping === 'memory' ? { backend: openMemory } : { database: ':memory:' };
  const server = await serve({
    agents: [agent],
    port: 0,
    apiKeys: [{ key: 'key', principal: 'ada' }],
    ...kept,
  });
  onTestFinished(() => server.close(0));
  return server;
}

/**
 * Ignores this error: the official client cancels the body of a broken response, and does not
 * handle that the cancellation fails. It reports the error of the body itself.
 */
async function fetchToCancel(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const { body } = response;
  if (body) {
    const getReader = body.getReader.bind(body) as () => ReadableStreamDefaultReader<Uint8Array>;
    const safe = (): ReadableStreamDefaultReader<Uint8Array> => {
      const reader = getReader();
      const cancel = reader.cancel.bind(reader);
      return Object.assign(reader, { cancel: () => cancel().catch(() => undefined) });
    };
    Object.assign(body, { getReader: safe });
  }
  return response;
}

/**
 * A front end with the official client, and each received event; the schemas of AG-UI accept all of
 * them.
 */
export function frontEnd(address: string): {
  readonly agent: HttpAgent;
  readonly events: BaseEvent[];
  readonly watch: AgentSubscriber;
} {
  const agent = new HttpAgent({
    url: address,
    headers: { authorization: 'Bearer key' },
    fetch: fetchToCancel,
  });
  const events: BaseEvent[] = [];
  const problems: string[] = [];
  // The client prints a warning for unknown data, and continues.
  const warned = vi.spyOn(console, 'warn');
  onTestFinished(() => {
    expect(problems).toEqual([]);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
  const watch: AgentSubscriber = {
    onEvent({ event }) {
      events.push(event);
      const { error } = EventSchemas.safeParse(event);
      if (error) problems.push(`${event.type}: ${error.message}`);
    },
  };
  return { agent, events, watch };
}

/** The input of a user to the front end. */
export function say(agent: HttpAgent, content: string): void {
  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
}
