import { isJsonObject, type JsonObject } from '#core';
import {
  describeUnknownBlocks,
  filterJsonObjects,
  toObject,
  type ReplyFilter,
} from './reply-filter.ts';

/** Fields of thoughts that `@ai-sdk/amazon-bedrock` reads. It fails with the whole reply on others. */
const STREAMED_THOUGHTS = ['text', 'signature', 'data', 'redactedContent'];
const WHOLE_THOUGHTS = ['reasoningText', 'redactedReasoning', 'redactedContent'];

/** Creates the filter of one streamed reply of Bedrock. An event is an object with its name. */
export function createBedrockFilter(): ReplyFilter {
  const unknown: string[] = [];
  let next = 0;
  return {
    fitEvent(event) {
      const { contentBlockDelta: given, messageStop } = event;
      if (isJsonObject(given)) {
        next = Math.max(next, Number(given['contentBlockIndex'] ?? 0) + 1);
        const { delta } = given;
        if (!isJsonObject(delta) || isKnownBedrockDelta(delta)) return [event];
        unknown.push(joinFieldNames(delta));
        return [];
      }
      if (messageStop === undefined || unknown.length === 0) return [event];
      return [...createReasoningEventsOfUnknownBlocks(next, unknown.splice(0)), event];
    },
  };
}

function isKnownBedrockDelta({ text, citation, toolUse, reasoningContent }: JsonObject): boolean {
  const thought = toObject(reasoningContent);
  return (
    typeof text === 'string' ||
    isJsonObject(citation) ||
    // A malformed tool call is passed on to the AI SDK, which reports it; dropping it here would lose the
    // call without a word.
    toolUse !== undefined ||
    STREAMED_THOUGHTS.some((field) => typeof thought[field] === 'string')
  );
}

function joinFieldNames(value: JsonObject): string {
  return Object.keys(value).join(' ');
}

function createReasoningEventsOfUnknownBlocks(
  contentBlockIndex: number,
  kinds: readonly string[],
): readonly JsonObject[] {
  const delta = { reasoningContent: { text: describeUnknownBlocks(kinds) } };
  return [
    { contentBlockDelta: { contentBlockIndex, delta } },
    { contentBlockStop: { contentBlockIndex } },
  ];
}

/** Returns a whole reply of Bedrock without thoughts that the package does not know. */
export function removeUnknownBedrockThoughts(reply: JsonObject): JsonObject {
  const { output } = reply;
  const { message } = toObject(output);
  const { content } = toObject(message);
  if (!Array.isArray(content)) return reply;
  const unknown: string[] = [];
  const fitted = filterJsonObjects(content).map((block) => {
    const { reasoningContent: thought, ...rest } = block;
    if (!isJsonObject(thought) || WHOLE_THOUGHTS.some((field) => thought[field] !== undefined)) {
      if (!KNOWN_BLOCKS.some((field) => block[field] !== undefined))
        unknown.push(joinFieldNames(block));
      return block;
    }
    unknown.push(joinFieldNames(thought));
    return rest;
  });
  if (unknown.length === 0) return reply;
  const remark = { reasoningContent: { reasoningText: { text: describeUnknownBlocks(unknown) } } };
  const changed = { ...toObject(message), content: [...fitted, remark] };
  return { ...reply, output: { ...toObject(output), message: changed } };
}

const KNOWN_BLOCKS = ['text', 'citationsContent', 'toolUse', 'reasoningContent'];
