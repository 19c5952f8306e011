import { describe, expect, it, onTestFinished } from 'vitest';
import { runEpisode } from '#engine/runner';
import type { Message } from '#core';
import { createAgent, type CreateAgentOptions } from './create-agent.ts';
import { sendJson, startWireServer } from './wire.fixture.ts';

const DATA = 'iVBORw0KGgoAAAANSUhEUg==';
const AUDIO = 'UklGRiQAAABXQVZF';

const transcript: readonly Message[] = [
  { role: 'user', content: 'Look and listen.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
  },
  {
    role: 'tool',
    tool_call_id: 'call_1',
    content: '[image image/png] [audio audio/wav]',
    attachments: [
      {
        type: 'image_url',
        image_url: { url: `data:image/png;base64,${DATA}` },
        media_type: 'image/png',
      },
      { type: 'file', file: { url: `data:audio/wav;base64,${AUDIO}`, media_type: 'audio/wav' } },
    ],
  },
];

const WIRES: readonly [string, CreateAgentOptions][] = [
  ['OpenAI Responses', { model: 'openai/gpt-5-mini', api: 'responses' }],
  ['chat completions', { model: 'openai-compatible/m' }],
  ['Anthropic Messages', { model: 'claude/claude-sonnet-4-5' }],
  ['Gemini', { model: 'gemini/gemini-2.5-flash' }],
];

it.each(WIRES)(
  '%s is shown the files of results, and asked without them where it refuses them',
  async (_name, options) => {
    const bodies: string[] = [];
    const server = await startWireServer(({ text }, response) => {
      bodies.push(text);
      sendJson(response, { error: { message: 'no such content' } }, 400);
    });
    onTestFinished(() => server.close());
    const given = { apiKey: 'sk-test', baseUrl: server.url, env: {} };
    const agent = createAgent({ ...given, retries: 0, ...options });
    const { info } = await runEpisode(transcript, agent);
    expect(info.error).not.toBeNull();
    expect(bodies.length).toBeLessThanOrEqual(6);
    expect(bodies.some((body) => body.includes(DATA))).toBe(true);
    expect(bodies.some((body) => !body.includes(DATA) && !body.includes(AUDIO))).toBe(true);
    expect(bodies.at(-1)).not.toContain(AUDIO);
    expect(bodies.at(-1)).toContain('Look and listen.');
  },
);

/** Finds where a text stands in a body, as a path in the form of the provider. */
function findPath(node: unknown, text: string): readonly (string | number)[] | undefined {
  if (node === text || (typeof node === 'string' && node.endsWith(`,${text}`))) return [];
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [key, value] of Object.entries(node)) {
    const inner = findPath(value, text);
    if (inner) return [Array.isArray(node) ? Number(key) : key, ...inner];
  }
  return undefined;
}

describe('a refusal that names the place', () => {
  it.each(WIRES)('%s: leaves out this part alone, in one more request', async (_name, options) => {
    const bodies: string[] = [];
    const server = await startWireServer(({ text, body }, response) => {
      bodies.push(text);
      const path = findPath(body, DATA);
      if (!path) return sendJson(response, {}, 500);
      const message = `${path.join('.')}: Could not process image`;
      const error = { message, type: 'invalid_request_error' };
      sendJson(response, { type: 'error', error }, 400);
    });
    onTestFinished(() => server.close());
    const given = { apiKey: 'sk-test', baseUrl: server.url, env: {}, stream: false };
    const agent = createAgent({ ...given, retries: 0, ...options });
    const said = { type: 'text', text: 'What is it?' } as const;
    const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${DATA}` } };
    const other = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
    const messages = [
      { role: 'user', content: [said, picture, other] },
    ] as unknown as readonly Message[];
    await runEpisode(messages, agent);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).not.toContain(DATA);
    expect(bodies[1]).toContain('iVBORw0KGgo=');
    expect(bodies[1]).toContain('a file was left out here');
  });
});
