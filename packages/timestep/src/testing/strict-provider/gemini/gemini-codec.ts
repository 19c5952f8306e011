import type { JsonObject } from '#core';
import { listItemsOrEmptyObjects, toObject, toTextOrEmpty } from '../read-json.ts';
import { parseArgumentsOrEmpty } from '../server/parse-arguments.ts';
import { splitText, type FullReply, type StrictFinish } from '../server/strict-reply.ts';
import { createPrefixedIdMaker } from '../server/create-call-id.ts';
import {
  buildSummary,
  encodeSseEventText,
  EVENT_STREAM,
  type SummaryEntry,
  type WireCodec,
} from '../server/wire-codec.ts';
import { signReasoning } from '../signature.ts';
import { findGeminiRefusal } from './find-gemini-refusal.ts';
import { listGeminiContents, type GeminiContent } from './gemini-facts.ts';

const FINISH: Readonly<Record<StrictFinish, string>> = {
  stop: 'STOP',
  'tool-calls': 'STOP',
  length: 'MAX_TOKENS',
  'content-filter': 'SAFETY',
};

function listGeminiSummaryEntries({ role, parts, responses }: GeminiContent): SummaryEntry[] {
  const results = responses.map(({ functionResponse }): SummaryEntry => {
    const { response } = toObject(functionResponse);
    const { content, output } = toObject(response);
    const text = toTextOrEmpty(content ?? output) || JSON.stringify(response);
    return { kind: 'result', text };
  });
  const text = parts.map((part) => toTextOrEmpty(part['text'])).join('');
  return role === 'user' ? [...results, { kind: 'user', text }] : results;
}

/** The first part after the model's reasoning has the thought signature, as in Gemini's own replies. */
function createReplyParts(
  { text, reasoning, calls, seed }: FullReply,
  split: (whole: string) => readonly string[],
): JsonObject[] {
  const thoughtSignature = signReasoning('google', reasoning ?? seed);
  const thoughts = split(reasoning ?? '').map((piece) => ({ text: piece, thought: true }));
  const texts = split(text).map((piece) => ({ text: piece }));
  const functions = calls.map(({ name, args }, index) => ({
    functionCall: { name, args: parseArgumentsOrEmpty(args) },
    ...(index === 0 && { thoughtSignature }),
  }));
  return [...thoughts, ...texts, ...functions];
}

function toTextList(text: string): readonly string[] {
  return text === '' ? [] : [text];
}

function encodeChunk(
  parts: readonly JsonObject[],
  reply: FullReply,
  model: string,
  isLast: boolean,
): JsonObject {
  const { usage, finish } = reply;
  return {
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts },
        ...(isLast && { finishReason: FINISH[finish] }),
      },
    ],
    modelVersion: model,
    responseId: reply.seed,
    ...(isLast && {
      usageMetadata: {
        promptTokenCount: usage.input,
        cachedContentTokenCount: usage.cacheRead,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.input + usage.output,
      },
    }),
  };
}

/** Codec of Gemini `generateContent` and `streamGenerateContent`. */
export const geminiCodec: WireCodec = {
  streamType: EVENT_STREAM,
  findRefusal: (body, { model, window }) => findGeminiRefusal(body, model, window),
  summarize: ({ contents, tools }) =>
    buildSummary(
      listGeminiContents(contents).flatMap(listGeminiSummaryEntries),
      listItemsOrEmptyObjects(tools)
        .flatMap((tool) => listItemsOrEmptyObjects(tool['functionDeclarations']))
        .map(({ name }) => toTextOrEmpty(name)),
    ),
  createCallId: () => createPrefixedIdMaker(''),
  encode: (reply, _body, { model }) =>
    encodeChunk(createReplyParts(reply, toTextList), reply, model, true),
  encodeStream(reply, _body, { model }) {
    const parts = createReplyParts(reply, splitText);
    const chunks = parts.map((part) => encodeChunk([part], reply, model, false));
    return [...chunks, encodeChunk([], reply, model, true)].map((chunk) =>
      encodeSseEventText(chunk),
    );
  },
};
