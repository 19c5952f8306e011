import { isJsonObject, parseJson, type JsonObject } from '#core';
import { anthropicCodec } from '../anthropic/anthropic-codec.ts';
import { bedrockCodec } from '../bedrock/bedrock-codec.ts';
import { chatCodec } from '../chat/chat-codec.ts';
import { geminiCodec } from '../gemini/gemini-codec.ts';
import { toTextOrEmpty } from '../read-json.ts';
import type { Refusal } from '../refusal.ts';
import { responsesCodec } from '../responses/responses-codec.ts';
import { estimateRequestTokens } from '../token-count.ts';
import { completeReply, type StrictReply } from './strict-reply.ts';
import type { CodecContext, RequestSummary, WireCodec, WireName } from './wire-codec.ts';

/** A request that the strict provider has received. */
export interface StrictRequest extends RequestSummary {
  readonly wire: WireName;
  readonly model: string;
  readonly isStreamed: boolean;
  /** Path and query of the request. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** How the request was refused; undefined if it was answered. */
  readonly refusal?: Refusal;
}

/** How the strict provider checks and answers a request. */
export interface AnswerRules extends Pick<CodecContext, 'dialect' | 'window'> {
  readonly reply: (request: StrictRequest) => StrictReply;
  readonly refuse: (request: StrictRequest) => Refusal | undefined;
}

/** An HTTP response, and the request that it answers. */
export interface StrictAnswer {
  readonly status: number;
  readonly type: string;
  readonly pieces: readonly (string | Uint8Array)[];
  /** The request; undefined if its path or body was invalid. */
  readonly request?: StrictRequest;
}

const CODECS: Readonly<Record<WireName, WireCodec>> = {
  chat: chatCodec,
  responses: responsesCodec,
  anthropic: anthropicCodec,
  gemini: geminiCodec,
  bedrock: bedrockCodec,
};

/** Patterns of URL paths with their protocol. The first group, if any, is the model's name. */
const PATHS: readonly {
  readonly pattern: RegExp;
  readonly wire: WireName;
  readonly isStreamed?: boolean;
}[] = [
  { pattern: /\/chat\/completions$/, wire: 'chat' },
  { pattern: /\/responses$/, wire: 'responses' },
  { pattern: /\/messages$/, wire: 'anthropic' },
  { pattern: /\/models\/([^/]+):generateContent$/, wire: 'gemini', isStreamed: false },
  { pattern: /\/models\/([^/]+):streamGenerateContent$/, wire: 'gemini', isStreamed: true },
  { pattern: /\/model\/([^/]+)\/converse$/, wire: 'bedrock', isStreamed: false },
  { pattern: /\/model\/([^/]+)\/converse-stream$/, wire: 'bedrock', isStreamed: true },
];

/** Answers one HTTP request with the body `bytes`. */
export function answerRequest(
  path: string,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
  rules: AnswerRules,
): StrictAnswer {
  const [pathname = ''] = path.split('?');
  const found = PATHS.find(({ pattern }) => pattern.test(pathname));
  if (!found) return createRefusalAnswer(404, { error: { message: `unknown path ${pathname}` } });
  const text = decodeUtf8(bytes);
  const body = text === undefined ? undefined : parseJson(text);
  if (text === undefined || !isJsonObject(body)) {
    return createRefusalAnswer(400, {
      error: { message: 'We could not parse the JSON body of your request.' },
    });
  }
  const { wire, pattern, isStreamed = body['stream'] === true } = found;
  const codec = CODECS[wire];
  const named = pattern.exec(pathname)?.[1];
  const model = named === undefined ? toTextOrEmpty(body['model']) : decodeURIComponent(named);
  const { dialect, window } = rules;
  const context = { model, dialect, window };
  const summary = codec.summarize(body);
  const request: StrictRequest = { ...summary, wire, model, isStreamed, path, headers, body };
  const refusal = codec.findRefusal(body, context) ?? rules.refuse(request);
  if (refusal) {
    return {
      ...createRefusalAnswer(refusal.status, refusal.body),
      request: { ...request, refusal },
    };
  }
  const given = { text, tokens: estimateRequestTokens(body) };
  const reply = completeReply(rules.reply(request), given, codec.createCallId(context));
  if (isStreamed) {
    const pieces = codec.encodeStream(reply, body, context);
    return { status: 200, type: codec.streamType, pieces, request };
  }
  const pieces = [JSON.stringify(codec.encode(reply, body, context))];
  return { status: 200, type: 'application/json', pieces, request };
}

function createRefusalAnswer(status: number, body: JsonObject): StrictAnswer {
  const pieces = Object.keys(body).length > 0 ? [JSON.stringify(body)] : [];
  return { status, type: 'application/json', pieces };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
