import { createJsonReader, listen, type ListeningServer } from '@timestep-ai/timestep/http';

const readJson = createJsonReader();

/** A local chat server that answers by rules and counts its requests. */
export interface FakeModel {
  /** The value for `LM_STUDIO_BASE_URL`. */
  readonly baseUrl: string;
  /** The newest user message of every request, in order, including refused requests. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export interface FakeModelOptions {
  /** Number of requests that are refused, as by an overloaded server, before one is answered. */
  readonly refuseFirst?: number;
  /** Called with each request before it is answered. */
  readonly onAsked?: (text: string) => Promise<void> | void;
}

/** Starts a server with the OpenAI chat completions API, like LM Studio. */
export async function serveFakeModel(options: FakeModelOptions = {}): Promise<FakeModel> {
  const { refuseFirst = 0, onAsked } = options;
  const asked: string[] = [];
  const listening: ListeningServer = await listen(
    async (request) => {
      const isChat = new URL(request.url).pathname === '/v1/chat/completions';
      const body = isChat ? await readJson(request) : undefined;
      if (!body?.ok) return Response.json({ error: { message: 'no such thing' } }, { status: 404 });
      const text = getNewestUserText(body.value);
      asked.push(text);
      await onAsked?.(text);
      if (asked.length <= refuseFirst) {
        return Response.json({ error: { message: 'overloaded' } }, { status: 503 });
      }
      return Response.json(createCompletion(`Yes, sir. I heard "${text}"`));
    },
    { port: 0 },
  );
  return { baseUrl: `${listening.url}/v1`, asked, close: () => listening.close(0) };
}

/** Returns the id of the message in a prompt, from the text that agent A writes. */
export function parseMessageId(text: string): string {
  const turn = /^Message (\d+) of \d+:/.exec(text)?.[1];
  return turn === undefined ? 'other' : `m${turn}`;
}

function getNewestUserText(body: unknown): string {
  const { messages = [] } = body as {
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  };
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

function createCompletion(content: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
  };
}
