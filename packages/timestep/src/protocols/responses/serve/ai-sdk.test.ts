import { createOpenAI } from '@ai-sdk/openai';
import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { tool } from '#engine/tools';
import { calls, says, script, serve, type Served } from '../served.fixture.ts';

/** The AI SDK as a client of the handler. */
function modelOf(served: Served): LanguageModelV4 {
  const provider = createOpenAI({
    apiKey: 'key',
    baseURL: 'http://localhost/v1',
    fetch: (input, init) => served.send(new Request(input, init)),
  });
  return provider.responses('assistant');
}

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hello' }] }];

const failing = () => {
  throw new Error('the model is out of order');
};

describe('the AI SDK', () => {
  it('reads a reply', async () => {
    const { content } = await modelOf(serve(script(says('hi')).agent)).doGenerate({ prompt });
    expect(content).toMatchObject([{ type: 'text', text: 'hi' }]);
  });

  it('reads why a response has failed', async () => {
    const asked = modelOf(serve(failing)).doGenerate({ prompt });
    await expect(asked).rejects.toThrow('the model is out of order');
  });

  it('reads why a stream has failed', async () => {
    const parts: unknown[] = [];
    try {
      const { stream } = await modelOf(serve(failing)).doStream({ prompt });
      for await (const part of stream) parts.push(part);
    } catch (thrown) {
      parts.push(String(thrown));
    }
    expect(JSON.stringify(parts)).toContain('the model is out of order');
  });

  it('reads a call that has failed, and the reply to that', async () => {
    const { agent } = script(calls(['c1', 'broken']), says('it is broken'));
    const tools = {
      broken: () => {
        throw new Error('no such place');
      },
    };
    const { content } = await modelOf(serve(agent, { tools })).doGenerate({ prompt });
    expect(content.at(-1)).toMatchObject({ type: 'text', text: 'it is broken' });
    expect(content.map(({ type }) => type)).toContain('tool-result');
  });

  it('reads what the model says of its thinking, and what the answer rests on', async () => {
    const reply = {
      ...says('42'),
      reasoning: 'six times seven',
      provider: { by: 'p' },
      citations: [{ type: 'url', url: 'https://example.com', title: 'Sums' }],
    } as const;
    const { agent, seen } = script(reply, reply, says('next'));
    const model = modelOf(serve(agent));
    const providerOptions = {
      openai: { reasoningSummary: 'auto', forceReasoning: true, store: false },
    };
    const { content } = await model.doGenerate({ prompt, providerOptions });
    expect(content).toMatchObject([
      { type: 'reasoning', text: 'six times seven' },
      { type: 'text', text: '42' },
      { type: 'source', url: 'https://example.com', title: 'Sums' },
    ]);
    const { stream } = await model.doStream({ prompt, providerOptions });
    const thought: string[] = [];
    for await (const part of stream) if (part.type === 'reasoning-delta') thought.push(part.delta);
    expect(thought.join('')).toBe('six times seven');
    // What it keeps of the conversation goes back to the model as it was.
    const [reasoning, text] = content;
    if (reasoning?.type !== 'reasoning' || text?.type !== 'text') throw new Error('no reply');
    const kept = [reasoning, text].map(({ type, text: shown, providerMetadata }) => ({
      type,
      text: shown,
      ...(providerMetadata && { providerOptions: providerMetadata }),
    }));
    await model.doGenerate({
      prompt: [...prompt, { role: 'assistant', content: kept }, ...prompt],
      providerOptions,
    });
    expect(seen[2]?.messages[1]).toMatchObject({
      role: 'assistant',
      content: '42',
      reasoning: 'six times seven',
      provider: { by: 'p' },
    });
  });

  it.each([
    ['approves a call', true, 'paid'],
    ['denies a call', false, 'denied'],
  ])('%s with the whole conversation, and no item is made twice', async (_what, approved, said) => {
    const pay = tool({ needsApproval: true, execute: () => 'paid' });
    const { agent, seen } = script(says('hello'), calls(['c1', 'pay']), ({ messages }) =>
      says(JSON.stringify(messages.at(-1)).includes('paid') ? 'paid' : 'denied'),
    );
    const served = serve(agent, { tools: { pay } });
    const model = modelOf(served);
    const first = await model.doGenerate({ prompt });
    const talk: LanguageModelV4Prompt = [...prompt, replayed(first.content), ...prompt];
    const asking = await model.doGenerate({ prompt: talk });
    const request = asking.content.find(({ type }) => type === 'tool-approval-request');
    if (request?.type !== 'tool-approval-request') throw new Error('no approval was asked for');
    const decision = { type: 'tool-approval-response', approvalId: request.approvalId } as const;
    const { content } = await model.doGenerate({
      prompt: [
        ...talk,
        replayed(asking.content),
        { role: 'tool', content: [{ ...decision, approved }] },
      ],
    });
    expect(content.at(-1)).toMatchObject({ type: 'text', text: said });
    expect(seen[2]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
    ]);
    const { tasks } = await served.runner.list({ principal: '', pageSize: 9 });
    expect(tasks.map(({ state }) => state)).toEqual(['completed', 'completed']);
  });
});

type Kept = Extract<LanguageModelV4Prompt[number], { role: 'assistant' }>['content'];

/** What the AI SDK keeps of a reply in the conversation. */
function replayed(content: readonly LanguageModelV4Content[]): LanguageModelV4Prompt[number] {
  const parts = content.flatMap((part): Kept => {
    const options = part.providerMetadata && { providerOptions: part.providerMetadata };
    if (part.type === 'text') return [{ type: part.type, text: part.text, ...options }];
    if (part.type !== 'tool-call') return [];
    const { type, toolCallId, toolName, providerExecuted = false } = part;
    const input: unknown = JSON.parse(part.input);
    return [{ type, toolCallId, toolName, input, providerExecuted, ...options }];
  });
  return { role: 'assistant', content: parts };
}
