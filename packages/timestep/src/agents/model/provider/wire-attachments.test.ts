import { expect, it, onTestFinished } from 'vitest';
import type { Message } from '#core';
import { createAgentContext } from '../agent-context.fixture.ts';
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

it.each<[string, CreateAgentOptions]>([
  ['OpenAI Responses', { model: 'openai/gpt-5-mini', api: 'responses' }],
  ['chat completions', { model: 'openai-compatible/m' }],
  ['Anthropic Messages', { model: 'claude/claude-sonnet-4-5' }],
  ['Gemini', { model: 'gemini/gemini-2.5-flash' }],
])(
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
    await expect(Promise.resolve(agent(transcript, createAgentContext()))).rejects.toMatchObject({
      code: 'bad-request',
    });
    expect(bodies.some((body) => body.includes(DATA))).toBe(true);
    expect(bodies.findLast((body) => body.includes('[image image/png]'))).not.toContain(DATA);
    expect(bodies.at(-1)).not.toContain(AUDIO);
  },
);
