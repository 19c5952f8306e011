import { createJsonReader, listen } from '@timestep-ai/timestep/http';

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
}

/** Starts a server with the OpenAI chat completions API, like LM Studio. */
export async function serveFakeModel(options: FakeModelOptions = {}): Promise<FakeModel> {
  const asked: string[] = [];
  const readJson = createJsonReader();
  async function answer(request: Request): Promise<Response> {
    const isChat = new URL(request.url).pathname === '/v1/chat/completions';
    const body = isChat ? await readJson(request) : undefined;
    if (!body?.ok) return refuse(404, 'no such thing');
    const text = getNewestUserText(body.value);
    asked.push(text);
    if (asked.length <= (options.refuseFirst ?? 0)) return refuse(503, 'overloaded');
    return Response.json(createCompletion(`Yes, sir. I heard "${text}"`));
  }
  const listening = await listen(answer, { port: 0 });
  return { baseUrl: `${listening.url}/v1`, asked, close: () => listening.close(0) };
}

function refuse(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status });
}

/** Returns the id of the message in a prompt, from the text that agent A writes. */
export function parseMessageId(text: string): string {
  const turn = /\bMessage (\d+) of \d+:/.exec(text)?.[1];
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
