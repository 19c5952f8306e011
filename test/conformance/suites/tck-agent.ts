import { setTimeout } from 'node:timers/promises';
import {
  Agent,
  serve,
  type AgentFn,
  type Artifact,
  type AssistantMessage,
} from '@timestep-ai/timestep';
import { listen } from '@timestep-ai/timestep/http';

/** What the suite of A2A asks an agent for, by how the id of the message begins. */
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

/** A task of the 0.3 suite is to be under way for as long as this. */
const LONG = { prefix: 'test-resubscribe-message-id', ms: 5000 };

/** The server of the suite's agent. */
export interface TckServer {
  readonly url: string;
  close(): Promise<void>;
}

/** What the suite's agent can do only where it is asked for. */
export interface TckAgent {
  /** With one, all callers have a name, because the suite of 1.0 sends no credentials; that of 0.3 is to be refused. */
  readonly extendedCard: boolean;
}

/**
 * An agent as a program serves one, which does what the suite of A2A expects of its agents. The suite sends
 * different messages under one id, which the specification has be unique: here each gets an end of its own.
 * Other messages, as the 0.3 suite sends them, are answered by asking for more, so that their tasks stay open.
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

/** The extension that the suite's agent may require, which only these messages are to leave out. */
const REQUIRED = 'urn:a2a:tck:required-extension';
const UNNAMED = 'tck-cap-ext-004';

/** The request with the extension named, as the suite does not name it. */
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
