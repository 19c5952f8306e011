/** Interfaces that agents describe for front ends, such as A2UI and MCP Apps, arrive as they were sent. */
import {
  Agent,
  remoteAgent,
  scriptedAgent,
  serve,
  tool,
  type Serving,
} from '@timestep-ai/timestep';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Messages of A2UI 0.9.1, with values that a careless conversion changes. */
const SURFACE = [
  { version: 'v0.9', createSurface: { surfaceId: 'form', catalogId: 'https://a2ui.org/catalog' } },
  {
    version: 'v0.9',
    updateComponents: {
      surfaceId: 'form',
      components: [
        { id: 'root', component: 'Column', children: ['name', 'send'] },
        { id: 'name', component: 'TextField', value: { path: '/name' }, max_length: 20 },
        { id: 'send', component: 'Button', action: { event: { name: 'sent' } }, weight: 1.5 },
      ],
    },
  },
  {
    version: 'v0.9',
    updateDataModel: { surfaceId: 'form', value: { name: '', seen: null, n: 0 } },
  },
];
const METADATA = { 'https://a2ui.org/a2a-extension/a2ui/v0.9.1': { surface_id: 'form' } };
const APP = '<!doctype html><title>App</title><script>let a = "\\u2028";</script>\n';

const draw = tool({
  description: 'Draws an interface.',
  execute: (_args, { give }) => {
    give({
      artifact_id: 'surface',
      parts: [
        { type: 'data', media_type: 'application/json+a2ui', data: SURFACE, metadata: METADATA },
      ],
      metadata: METADATA,
    });
    const media_type = 'text/html;profile=mcp-app';
    give({
      artifact_id: 'app',
      name: 'ui://app',
      parts: [{ type: 'text', media_type, text: APP }],
    });
    return 'drawn';
  },
});

let studio: Serving;
let front: Serving;

beforeAll(async () => {
  const model = scriptedAgent({
    rules: [
      { when: { tool_result: 'draw' }, reply: 'Fill in the form.' },
      { reply: { call: { tool: 'draw' } } },
    ],
  });
  const painter = new Agent({ agentId: 'painter', model, tools: { draw } });
  studio = await serve({ agents: [painter], port: 0, database: ':memory:' });
  const relay = remoteAgent(`${studio.url}/agents/painter`, { agentId: 'relay' });
  front = await serve({ agents: [relay], port: 0, database: ':memory:' });
});
afterAll(async () => {
  await front.close();
  await studio.close();
});

interface Part {
  readonly mediaType?: string;
  readonly media_type?: string;
  readonly data?: unknown;
  readonly text?: string;
  readonly metadata?: unknown;
}

interface Shown {
  readonly artifactId?: string;
  readonly artifact_id?: string;
  readonly parts: readonly Part[];
  readonly metadata?: unknown;
}

/** What a front end can show of artifacts, whatever the spelling of their fields. */
function toShown(artifacts: readonly Shown[]): unknown {
  const found = artifacts.map(({ artifactId, artifact_id: id = artifactId, parts, metadata }) => {
    const [part] = parts;
    const type = part?.mediaType ?? part?.media_type;
    return [id, { type, data: part?.data ?? part?.text, of: part?.metadata, metadata }] as const;
  });
  const { surface, app } = Object.fromEntries(found);
  return { surface, app: { type: app?.type, data: app?.data } };
}

const EXPECTED = {
  surface: { type: 'application/json+a2ui', data: SURFACE, of: METADATA, metadata: METADATA },
  app: { type: 'text/html;profile=mcp-app', data: APP },
};

async function askOverA2A(url: string): Promise<readonly Shown[]> {
  const message = { role: 'ROLE_USER', messageId: crypto.randomUUID(), parts: [{ text: 'Draw.' }] };
  const response = await fetch(`${url}/message:send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'A2A-Version': '1.0' },
    body: JSON.stringify({ message }),
  });
  const { task } = (await response.json()) as { readonly task: { readonly artifacts: Shown[] } };
  return task.artifacts;
}

async function askOverAgui(url: string): Promise<readonly Shown[]> {
  const [threadId, runId] = [crypto.randomUUID(), crypto.randomUUID()];
  const messages = [{ id: 'm1', role: 'user', content: 'Draw.' }];
  const response = await fetch(`${url}/agui`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({
      threadId,
      runId,
      messages,
      tools: [],
      context: [],
      state: {},
      forwardedProps: {},
    }),
  });
  const events = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice('data:'.length)) as { type: string; content?: Shown });
  return events.flatMap(({ content, type }) =>
    type === 'ACTIVITY_SNAPSHOT' && content !== undefined ? [content] : [],
  );
}

describe.each(['painter', 'relay'])('an interface from the agent %s', (agentId) => {
  const addressOf = (): string => {
    const server = agentId === 'painter' ? studio : front;
    return `${server.url}/agents/${agentId}`;
  };

  it('arrives over A2A as it was sent', async () => {
    expect(toShown(await askOverA2A(addressOf()))).toEqual(EXPECTED);
  });

  it('arrives over AG-UI as it was sent', async () => {
    expect(toShown(await askOverAgui(addressOf()))).toEqual(EXPECTED);
  });
});
