import { createJsonReader, listen, type Listening } from '@timestep-ai/timestep/http';

const readJson = createJsonReader();

/** A chat server on this machine that answers by rule and counts what it is asked. */
export interface FakeModel {
  /** For `LM_STUDIO_BASE_URL`. */
  readonly baseUrl: string;
  /** The newest user message of every request, in order, refused ones included. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export interface FakeModelOptions {
  /** How many requests are refused, as by a server that is overloaded, before one is answered. */
  readonly refuseFirst?: number;
  /** Called with each request before it is answered. */
  readonly onAsked?: (text: string) => Promise<void> | void;
}

/** Speaks OpenAI's chat completions, as LM Studio does. */
export async function serveFakeModel(options: FakeModelOptions = {}): Promise<FakeModel> {
  const { refuseFirst = 0, onAsked } = options;
  const asked: string[] = [];
  const listening: Listening = await listen(
    async (request) => {
      const isChat = new URL(request.url).pathname === '/v1/chat/completions';
      const body = isChat ? await readJson(request) : undefined;
      if (!body?.ok) return Response.json({ error: { message: 'no such thing' } }, { status: 404 });
      const text = newestOf(body.value);
      asked.push(text);
      await onAsked?.(text);
      if (asked.length <= refuseFirst) {
        return Response.json({ error: { message: 'overloaded' } }, { status: 503 });
      }
      return Response.json(completionOf(`Yes, sir. I heard "${text}"`));
    },
    { port: 0 },
  );
  return { baseUrl: `${listening.url}/v1`, asked, close: () => listening.close(0) };
}

/** The ids of the messages that a model was asked about, for texts of agent A. */
export function messageIdIn(text: string): string {
  const turn = /^Message (\d+) of \d+:/.exec(text)?.[1];
  return turn === undefined ? 'other' : `m${turn}`;
}

function newestOf(body: unknown): string {
  const { messages = [] } = body as {
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  };
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

function completionOf(content: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
  };
}
