import { setTimeout } from 'node:timers/promises';
import {
  Agent,
  serve,
  type AgentFn,
  type Artifact,
  type AssistantMessage,
} from '@timestep-ai/timestep';
import { listen } from '@timestep-ai/timestep/http';

/** Requests of the A2A suite to an agent, by the prefix of the message id. */
const REPLIES: readonly (readonly [prefix: string, reply: AssistantMessage])[] = [
  [
    'tck-message-response',
    { role: 'assistant', content: 'Direct message response', reply_as: 'bare-message' },
  ],
  ['tck-reject-task', { role: 'assistant', content: 'rejected', reply_as: 'rejection' }],
  ['tck-input-required', { role: 'assistant', content: 'And then?', expects_reply: true }],
  ['tck-artifact-text', giving({ type: 'text', text: 'Generated text content' })],
  ['tck-artifact-file-url', giving(fileAt('https://example.com/output.txt'))],
  ['tck-artifact-file', giving(fileAt('data:text/plain;base64,b3V0cHV0'))],
  ['tck-artifact-data', giving({ type: 'data', data: { key: 'value', count: 42 } })],
  ['tck-', { role: 'assistant', content: 'Hello from TCK' }],
];

/** Milliseconds for which a task of the 0.3 suite must run. */
const LONG = { prefix: 'test-resubscribe-message-id', ms: 5000 };

/** The server of the suite's agent. */
export interface TckServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Optional features of the suite's agent. */
export interface TckAgent {
  /**
   * With an extended card, all callers have a name, because the 1.0 suite sends no credentials; the
   * 0.3 suite expects a refusal.
   */
  readonly extendedCard: boolean;
}

/**
 * Serves an agent that does what the A2A suite expects of its agents. The suite sends different
 * messages with one id, although the specification requires unique ids, so each message id gets a
 * unique suffix. Other messages, as in the 0.3 suite, are answered with a question, so that their
 * tasks stay open.
 */
export async function serveTckAgent({ extendedCard }: TckAgent): Promise<TckServer> {
  const model: AgentFn = async (_messages, { task, signal }) => {
    const found = await serving.runner.get(task.id);
    const id = found?.entries?.last.messageId ?? '';
    if (id.startsWith(LONG.prefix)) await setTimeout(LONG.ms, undefined, { signal });
    const [, reply] = REPLIES.find(([prefix]) => id.startsWith(prefix)) ?? [];
    return reply ?? { role: 'assistant', content: 'And then?', expects_reply: true };
  };
  const skill = { id: 'answer', name: 'Answer', description: 'Answers as the suite expects.' };
  const agent = new Agent({
    agentId: 'tck',
    name: 'TCK',
    description: 'Does what the compatibility suite of A2A expects.',
    skills: [{ ...skill, tags: ['test'] }],
    card: {
      extensions: [{ uri: REQUIRED, required: true }],
      ...(extendedCard && {
        extended: ({ principal }) => ({ skills: [{ ...skill, id: principal, tags: ['test'] }] }),
      }),
    },
    model,
  });
  const allowedPushHosts = ['localhost'];
  const serving = await serve({
    agents: [agent],
    port: 0,
    database: ':memory:',
    allowedPushHosts,
    ...(extendedCard && { authenticate: () => 'suite' }),
  });
  let sent = 0;
  const listening = await listen(
    async (request) => {
      if (request.method !== 'POST') return serving.fetch(naming(request));
      const body = (await request.text()).replaceAll(MESSAGE_ID, (all) => {
        sent += 1;
        return `${all.slice(0, -1)}-${sent}"`;
      });
      const posted = new Request(request, { method: 'POST', body });
      return serving.fetch(body.includes(UNNAMED) ? posted : naming(posted));
    },
    { port: 0 },
  );
  const close = async (): Promise<void> => {
    await listening.close(0);
    await serving.close(0);
  };
  return { url: listening.url, close };
}

/** The extension that the suite's agent may require, which only these messages omit. */
const REQUIRED = 'urn:a2a:tck:required-extension';
const UNNAMED = 'tck-cap-ext-004';

/** Returns the request with the extension header, which the suite does not send. */
function naming(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.append('a2a-extensions', REQUIRED);
  return new Request(request, { headers });
}

const MESSAGE_ID = /"(?:messageId|message_id)": ?"[^"]+"/g;

function giving(...parts: Artifact['parts']): AssistantMessage {
  return { role: 'assistant', content: null, artifacts: [{ artifact_id: 'output', parts }] };
}

function fileAt(url: string): Artifact['parts'][number] {
  return { type: 'file', file: { url, filename: 'output.txt', media_type: 'text/plain' } };
}
