import { describe, expect, it } from 'vitest';
import { getText, type AssistantMessage, type Message } from '#core';
import type { AgentFn } from '#engine/port';
import { createManualClock } from '#testing';
import { runEpisode } from './episode.ts';

const question: Message[] = [{ role: 'user', content: 'hi' }];
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

function replies(...given: readonly AssistantMessage[]): AgentFn {
  let next = 0;
  return () => given[next++] ?? { role: 'assistant', content: 'spent' };
}

function calling(...calls: readonly (readonly [name: string, args: string])[]): AssistantMessage {
  return {
    role: 'assistant',
    content: null,
    usage,
    tool_calls: calls.map(([name, args], index) => ({
      id: `c${index}`,
      type: 'function',
      function: { name, arguments: args },
    })),
  };
}

const answer: AssistantMessage = { role: 'assistant', content: 'done', usage };

describe('runEpisode', () => {
  it('takes a string for the message of a user, and a string for a reply', async () => {
    const { messages } = await runEpisode('hi', (given) => `You said ${given.length}.`);
    expect(messages).toEqual([...question, { role: 'assistant', content: 'You said 1.' }]);
  });

  it('names what it needs in place of a model name or of a single message', async () => {
    // @ts-expect-error an agent is a function
    await expect(runEpisode('hi', 'openai/x')).rejects.toThrow(
      /createAgent\(\{ model: "openai\/x" \}\)/,
    );
    // @ts-expect-error messages are an array
    await expect(runEpisode(question[0], () => '')).rejects.toThrow(/a string or an array/);
  });

  it('ends with the final answer, counts tokens and keeps the whole transcript', async () => {
    const tools = { slow: async () => ({ value: 4 }), quick: () => 'now' };
    const agent = replies(calling(['slow', '{}'], ['quick', '']), answer);
    const { messages, info } = await runEpisode(question, agent, {
      tools,
      task: { id: 'task_01', trial: 2 },
      seed: 7,
    });
    expect(messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'c0', content: '{"value":4}' },
      { role: 'tool', tool_call_id: 'c1', content: 'now' },
      answer,
    ]);
    expect(info).toMatchObject({
      task_id: 'task_01',
      trial: 2,
      seed: 7,
      steps: 2,
      tool_calls: 2,
      terminated_reason: 'final_answer',
      error: null,
      input_tokens: 20,
      output_tokens: 10,
      total_tokens: 30,
      cost_usd: null,
    });
  });

  it('takes an answer on the last allowed step as an answer', async () => {
    const { info } = await runEpisode(question, replies(answer), { limits: { max_steps: 1 } });
    expect(info.terminated_reason).toBe('final_answer');
  });

  it('ends at max_steps with every call answered', async () => {
    const agent: AgentFn = () => calling(['f', '{}']);
    const { messages, info } = await runEpisode(question, agent, {
      tools: { f: () => 1 },
      limits: { max_steps: 2 },
    });
    expect(info).toMatchObject({ terminated_reason: 'max_steps', steps: 2 });
    expect(messages.at(-1)).toMatchObject({ role: 'tool' });
  });

  it('ends at the time limit in the middle of a call', async () => {
    const clock = createManualClock();
    const agent: AgentFn = (_messages, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const episode = runEpisode(question, agent, { clock, limits: { time_limit_s: 5 } });
    await new Promise(setImmediate);
    clock.advance(5000);
    expect((await episode).info).toMatchObject({ terminated_reason: 'time_limit', duration_s: 5 });
  });

  it.each<[string, AgentFn, string]>([
    ['throws', () => Promise.reject(new Error('no luck')), 'no luck'],
    [
      'returns something else',
      () => ({ role: 'user', content: 'x' }) as unknown as AssistantMessage,
      'role "assistant"',
    ],
  ])('ends in error when the agent %s', async (_name, agent, words) => {
    const { info } = await runEpisode(question, agent);
    expect(info.terminated_reason).toBe('error');
    expect(info.error).toContain(words);
  });

  it('ends in error when it is called off', async () => {
    const off = new AbortController();
    const agent: AgentFn = () => {
      off.abort();
      return new Promise<never>(() => undefined);
    };
    const { info } = await runEpisode(question, agent, { signal: off.signal });
    expect(info).toMatchObject({ terminated_reason: 'error', error: 'canceled' });
  });

  it.each([
    ['a tool that is not allowed', 'secret', '{}', 'forbidden_tool:secret'],
    ['a tool nobody has', 'nothing', '{}', 'unknown_tool:nothing'],
    ['arguments that are no JSON', 'open', '{oops', 'invalid_tool_arguments_json'],
    ['arguments that are no object', 'open', '[1]', 'invalid_tool_arguments_json'],
    ['a tool that throws', 'broken', '{}', 'the pipe burst'],
  ])('tells the model of %s, and goes on', async (_name, tool, args, error) => {
    const tools = {
      open: () => 1,
      secret: () => 1,
      broken: () => {
        throw new Error('the pipe burst');
      },
    };
    const toolsAllowed = ['open', 'nothing', 'broken'];
    const { messages, info } = await runEpisode(question, replies(calling([tool, args]), answer), {
      tools,
      toolsAllowed,
    });
    expect(info.terminated_reason).toBe('final_answer');
    expect(JSON.parse(getText(messages[2] ?? answer))).toMatchObject({ error });
  });

  it('shows the agent only the tools it may call', async () => {
    let shown: string[] = [];
    const agent: AgentFn = (_messages, { tools }) => {
      shown = tools.map((tool) => tool.function.name);
      return answer;
    };
    await runEpisode(question, agent, { tools: { a: () => 1, b: () => 2 }, toolsAllowed: ['b'] });
    expect(shown).toEqual(['b']);
  });

  it('gives every call an id of its own', async () => {
    const twice = calling(['f', '{}'], ['f', '{}']);
    const same = {
      ...twice,
      tool_calls: twice.tool_calls?.map((call) => ({ ...call, id: 'same' })) ?? [],
    };
    const { messages } = await runEpisode(question, replies(same, answer), {
      tools: { f: () => 1 },
    });
    const ids = messages.flatMap((message) =>
      message.role === 'tool' ? [message.tool_call_id] : [],
    );
    expect(ids).toEqual(['same', 'call_1_2']);
  });
});
