import OpenAI from 'openai';
import { Agent, Environment, serve, type AgentFn } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { describe, expect, it, onTestFinished } from 'vitest';

const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

/** How often the agent has failed. */
let failures = 0;

/** Calls what it is asked to call, fails when it is asked to, and repeats everything else. */
const agent: AgentFn = (messages, { emit, settings }) => {
  const last = messages.at(-1);
  const heard = last ? getText(last) : '';
  if (heard.startsWith('call ')) {
    const called = { name: heard.slice(5), arguments: '{"place":"Oakland"}' };
    const call = { id: `call_${messages.length}`, type: 'function', function: called } as const;
    return { role: 'assistant', content: 'One moment. ', tool_calls: [call], usage: USAGE };
  }
  if (heard === 'fail') {
    failures += 1;
    throw new Error('out of order');
  }
  if (settings?.text?.format?.type === 'json_schema') {
    return { role: 'assistant', content: '{"place":"Oakland"}', usage: USAGE };
  }
  const content = `You said: ${heard}`;
  for (const text of content.split(/(?= )/)) emit({ type: 'text', text });
  return { role: 'assistant', content, usage: USAGE };
};

async function clientOf(): Promise<OpenAI> {
  const environment = new Environment({ environmentId: 'clock' }).tool(
    'read_clock',
    { description: 'The time.', annotations: { readOnlyHint: true } },
    () => '12:00',
  );
  const served = new Agent({ agentId: 'parrot', name: 'Parrot', model: agent, environment });
  const serving = await serve({ agents: [served], port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  return new OpenAI({ baseURL: `${serving.url}/v1`, apiKey: 'none', maxRetries: 2 });
}

const model = 'parrot';
const weather = { type: 'function', function: { name: 'weather' } } as const;

function user(content: string) {
  return [{ role: 'user', content } as const];
}

describe('chat completions, by the openai client', () => {
  it('answer', async () => {
    const client = await clientOf();
    const made = await client.chat.completions.create({ model, messages: user('hello') });
    expect(made.choices[0]).toMatchObject({
      message: { role: 'assistant', content: 'You said: hello' },
      finish_reason: 'stop',
    });
    expect(made.usage).toMatchObject(USAGE);
  });

  it('stream words and the usage', async () => {
    const client = await clientOf();
    const stream = client.chat.completions.stream({
      model,
      messages: user('hello there'),
      stream_options: { include_usage: true },
    });
    const words: string[] = [];
    stream.on('content', (delta) => words.push(delta));
    const made = await stream.finalChatCompletion();
    // A reader that is slower than the agent gets words together.
    expect(words.length).toBeGreaterThan(1);
    expect(words.join('')).toBe('You said: hello there');
    expect(made.choices[0]?.message.content).toBe('You said: hello there');
    expect(made.usage).toMatchObject(USAGE);
  });

  it.each([false, true])(
    'leave calls to the caller, who answers them (stream: %s)',
    async (live) => {
      const { completions } = (await clientOf()).chat;
      const asked = { model, messages: user('call weather'), tools: [weather] };
      const made = live
        ? await completions.stream(asked).finalChatCompletion()
        : await completions.create(asked);
      const [choice] = made.choices;
      expect(choice?.finish_reason).toBe('tool_calls');
      expect(choice?.message.tool_calls).toMatchObject([
        { function: { name: 'weather', arguments: '{"place":"Oakland"}' } },
      ]);
      const next = await completions.create({
        model,
        tools: [weather],
        messages: [
          ...asked.messages,
          ...(choice ? [choice.message] : []),
          {
            role: 'tool',
            tool_call_id: choice?.message.tool_calls?.[0]?.id ?? '',
            content: 'sunny',
          },
        ],
      });
      expect(next.choices[0]?.message.content).toBe('You said: sunny');
    },
  );

  it('use the tools of the agent without a word of them', async () => {
    const client = await clientOf();
    const made = await client.chat.completions.create({ model, messages: user('call read_clock') });
    expect(made.choices[0]).toMatchObject({
      message: { content: 'One moment. \nYou said: 12:00' },
      finish_reason: 'stop',
    });
    expect(made.choices[0]?.message.tool_calls).toBeUndefined();
  });

  it('are structured as asked', async () => {
    const client = await clientOf();
    const schema = { type: 'object', properties: { place: { type: 'string' } } };
    const made = await client.chat.completions.parse({
      model,
      messages: user('where'),
      response_format: { type: 'json_schema', json_schema: { name: 'place', schema } },
    });
    expect(made.choices[0]?.message.content).toBe('{"place":"Oakland"}');
  });

  it('fail once, and say why', async () => {
    const client = await clientOf();
    const asked = { model, messages: user('fail') };
    await expect(client.chat.completions.create(asked)).rejects.toMatchObject({
      status: 500,
      code: 'server_error',
      message: expect.stringContaining('the agent failed'),
    });
    expect(failures).toBe(1);
    const stream = client.chat.completions.stream(asked);
    await expect(stream.finalChatCompletion()).rejects.toThrow('the agent failed');
  });
});
