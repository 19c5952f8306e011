import { connectA2A } from '#protocols/a2a';
import { connectEnvironment } from '#protocols/mcp';
import { createAgent } from '#agents/model';
import type { AgentContext } from '#engine/port';

// Calls servers with oversized responses; prints each outcome and the peak memory in MB.

const [, , url = ''] = process.argv;

const context: AgentContext = {
  signal: new AbortController().signal,
  key: 'key',
  tools: [],
  task: { id: 'task', contextId: 'context', agent: 'm', metadata: {} },
  attempt: 1,
  seed: 0,
  limits: { max_steps: 1, time_limit_s: 60 },
  emit: () => undefined,
};

async function callModel(path: string, stream: boolean): Promise<unknown> {
  const options = { model: 'openai-compatible/m', apiKey: 'k', baseUrl: `${url}/${path}`, env: {} };
  return createAgent({ ...options, stream, retries: 0 })([{ role: 'user', content: 'x' }], context);
}

async function sendTo(path: string): Promise<void> {
  const peer = await connectA2A(`${url}/${path}`);
  for await (const update of peer.send({ messageId: 'm', message: 'x' })) void update;
}

const ATTEMPTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a2a card': () => connectA2A(`${url}/bomb`),
  'a2a answer': () => sendTo('asked'),
  'a2a event': () => sendTo('streamed'),
  'a2a events': () => sendTo('flooded'),
  'mcp answer': () => connectEnvironment({ url: `${url}/bomb` }),
  'mcp event': () => connectEnvironment({ url: `${url}/event` }),
  'model answer': () => callModel('bomb', false),
  'model event': () => callModel('event', true),
};

for (const [name, attempt] of Object.entries(ATTEMPTS)) {
  const ended = await attempt().then(
    () => 'done',
    (thrown: unknown) => String((thrown as { readonly code?: unknown }).code),
  );
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`${JSON.stringify({ name, ended, megabytes })}\n`);
}
process.exit(0);
