import type { JsonObject } from '#core';
import type { AskedStage } from './asked.fixture.ts';

/** What a client reads of a question about a call, or of the answer of the agent. */
interface Read {
  readonly text: string;
  /** Approves the call, with what a decision may say besides. */
  approve(decision?: JsonObject): Promise<Read>;
  /** Sends the next message of the conversation. */
  say(): Promise<Read>;
}

/** Begins a conversation with a message, over a protocol whose clients see no conversation of others. */
type Begin = (stage: AskedStage, name: string) => Promise<Read>;

/**
 * Protocols by name, with the scopes that reach beyond a task there: an approval for the session of a
 * context without a session holds for its task alone.
 */
export const OWN_CONVERSATIONS: Readonly<
  Record<string, { readonly scopes: readonly string[]; readonly begin: Begin }>
> = {
  'AG-UI': {
    scopes: ['once', 'always'],
    begin: (stage, threadId) => run(stage, { threadId, ...said(`${threadId}-0`) }, 0),
  },
  Responses: {
    scopes: ['once'],
    begin: (stage) => respond(stage, { input: 'go' }),
  },
};

interface Interrupt {
  readonly id: string;
  readonly message: string;
  readonly metadata?: JsonObject;
}

const said = (id: string) => ({ messages: [{ id, role: 'user', content: 'go' }] });

async function run(
  stage: AskedStage,
  input: Readonly<Record<string, unknown>> & { readonly threadId: string },
  count: number,
): Promise<Read> {
  const { threadId } = input;
  const text = await post(stage, '/agui', { runId: `${threadId}-${count}`, ...input });
  const last = text.trim().split('\n').at(-1)?.slice('data: '.length) ?? '';
  const { outcome } = JSON.parse(last) as { outcome: { interrupts?: readonly Interrupt[] } };
  const { interrupts = [] } = outcome;
  return {
    text: interrupts.map(({ message }) => message).join('\n') || text,
    approve(decision = {}) {
      const resume = interrupts.map(({ id, metadata }) => {
        const payload = { approved: true, digest: metadata?.['digest'], ...decision };
        return { interruptId: id, status: 'resolved', payload };
      });
      return run(stage, { threadId, messages: [], resume }, count + 1);
    },
    say: () => run(stage, { threadId, ...said(`${threadId}-${count + 1}`) }, count + 1),
  };
}

interface Item {
  readonly id: string;
  readonly type: string;
  readonly arguments?: string;
  readonly content?: readonly { readonly text: string }[];
}

async function respond(stage: AskedStage, request: object): Promise<Read> {
  const text = await post(stage, '/v1/responses', { model: 'desk', ...request });
  const { id, output } = JSON.parse(text) as { id: string; output: readonly Item[] };
  const asked = output.filter(({ type }) => type === 'mcp_approval_request');
  const texts = output.flatMap(({ content = [] }) => content.map((part) => part.text));
  return {
    text: [...texts, ...asked.map((item) => item.arguments ?? '')].join('\n'),
    approve() {
      const type = 'mcp_approval_response';
      const input = asked.map((item) => {
        return { type, approval_request_id: item.id, approve: true };
      });
      return respond(stage, { previous_response_id: id, input });
    },
    say: () => respond(stage, { previous_response_id: id, input: 'go' }),
  };
}

async function post(stage: AskedStage, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await stage.serving.fetch(new Request(stage.serving.url + path, init))).text();
}
