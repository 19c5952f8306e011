import { describe, expect, it } from 'vitest';
import type { AgentFn, ToolEnvironment } from '#engine/port';
import { TimestepError, type ContentPart, type Message, type ToolSchema } from '#core';
import { openMemory } from '../memory/open-memory.ts';

class RefusedError extends TimestepError {
  readonly refusal = { reason: 'content' } as const;
}

interface Asked {
  readonly messages: readonly Message[];
  readonly tools: readonly string[];
  readonly isProbe: boolean;
}

/** Sends a message to an agent whose provider refuses some requests without naming the reason. */
async function send(
  refuses: (asked: Asked) => boolean,
  files: readonly string[],
  names: readonly string[] = [],
) {
  const requests: Asked[] = [];
  const agent: AgentFn = (messages, { tools, key }) => {
    const asked = {
      messages,
      tools: tools.map((tool) => tool.function.name),
      isProbe: key.includes(':probe'),
    };
    requests.push(asked);
    if (refuses(asked)) return Promise.reject(new RefusedError('bad-request', 'no'));
    const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
    return Promise.resolve({ role: 'assistant', content: 'ok', usage, cost_usd: 1 } as const);
  };
  const listed = names.map((name): ToolSchema => ({
    type: 'function',
    function: { name, parameters: {} },
  }));
  const environment = (): ToolEnvironment => ({
    listTools: () => listed,
    callTool: () => ({ content: '' }),
  });
  const limits = { max_steps: 3, time_limit_s: 9 };
  const backend = openMemory({
    agents: [{ name: 'a', agent, limits, environment, toolSite: 'server' }],
  });
  const images = files.map((url): ContentPart => ({ type: 'image_url', image_url: { url } }));
  const text: ContentPart = { type: 'text', text: 'look' };
  const message = { role: 'user', content: [text, ...images] } as const;
  const from = { agent: 'a', principal: 'p', messageId: 'm' };
  const { id } = await backend.runner.submit({ ...from, message });
  const task = await backend.runner.waitUntilSettled(id, new AbortController().signal);
  await backend.close(0);
  return { task, requests };
}

const shows = ({ messages }: Asked, text: string): boolean =>
  JSON.stringify(messages).includes(text);

describe('a provider that names nothing', () => {
  it.each(['a', 'b', 'c', 'd'])('loses only the file that it refuses: %s', async (bad) => {
    const files = ['a', 'b', 'c', 'd'].map((name) => `data:image/png;base64,${name}${name}`);
    const { task, requests } = await send((asked) => shows(asked, `64,${bad}${bad}`), files);
    expect(task.state).toBe('completed');
    expect(requests.length).toBeLessThanOrEqual(6);
    const last = JSON.stringify(requests.at(-1)?.messages);
    expect(files.filter((file) => !last.includes(file))).toEqual([
      `data:image/png;base64,${bad}${bad}`,
    ]);
    expect(task.omitted).toHaveLength(1);
  });

  it('loses only the tool that it refuses, and the probes are paid', async () => {
    const names = ['f', 'g', 'h', 'i'];
    const { task, requests } = await send(({ tools }) => tools.includes('h'), [], names);
    expect(task.state).toBe('completed');
    expect(requests.at(-1)?.tools).toEqual(['f', 'g', 'i']);
    expect(task.omitted).toMatchObject([{ kind: 'tool', name: 'h' }]);
    const accepted = requests.filter(({ tools }) => !tools.includes('h')).length;
    expect(task.usage.prompt_tokens).toBe(accepted * 10);
    expect(task.costUsd).toBe(accepted);
  });

  it('goes on with the next guess where the first is wrong', async () => {
    const files = ['a', 'b', 'c', 'd'].map((name) => `data:image/png;base64,${name}${name}`);
    const { task, requests } = await send(({ tools }) => tools.includes('g'), files, ['f', 'g']);
    expect(task.state).toBe('completed');
    expect(requests.length).toBeLessThanOrEqual(6);
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain('look');
  });
});
