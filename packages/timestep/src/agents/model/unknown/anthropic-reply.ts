import type { JsonObject } from '#core';
import {
  describeUnknownBlocks,
  filterJsonObjects,
  toObject,
  getTextOrEmpty,
  type ReplyFilter,
} from './reply-filter.ts';

/** Types that `@ai-sdk/anthropic` reads. It fails with the whole reply on any other one. */
const BLOCKS: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'compaction',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'mcp_tool_result',
  'web_fetch_tool_result',
  'web_search_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'advisor_tool_result',
  'fallback',
]);
const DELTAS: ReadonlySet<string> = new Set([
  'input_json_delta',
  'text_delta',
  'thinking_delta',
  'signature_delta',
  'compaction_delta',
  'citations_delta',
]);
const EVENTS: ReadonlySet<string> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'error',
  'message_delta',
  'message_stop',
  'ping',
]);
const CITATIONS: ReadonlySet<string> = new Set([
  'web_search_result_location',
  'page_location',
  'char_location',
  'content_block_location',
  'search_result_location',
]);

/** Creates the filter of one streamed reply of Anthropic. */
export function createAnthropicFilter(): ReplyFilter {
  const skipped = new Set<number>();
  const unknown: string[] = [];
  let next = 0;
  const leaveOut = (kind: string): readonly JsonObject[] => {
    unknown.push(kind);
    return [];
  };
  return {
    fitEvent(event) {
      const type = getTextOrEmpty(event['type']);
      const at = Number(event['index'] ?? 0);
      switch (type) {
        case 'content_block_start': {
          const block = toObject(event['content_block']);
          const kind = getTextOrEmpty(block['type']);
          next = Math.max(next, at + 1);
          if (BLOCKS.has(kind)) {
            skipped.delete(at);
            return [omitUnknownCitationsFromEvent(event, block, unknown)];
          }
          skipped.add(at);
          return leaveOut(kind);
        }
        case 'content_block_delta': {
          if (skipped.has(at)) return [];
          const { type: kind, citation } = toObject(event['delta']);
          if (!DELTAS.has(getTextOrEmpty(kind))) return leaveOut(getTextOrEmpty(kind));
          const { type: cited } = toObject(citation);
          return kind === 'citations_delta' && !CITATIONS.has(getTextOrEmpty(cited))
            ? leaveOut(getTextOrEmpty(cited))
            : [event];
        }
        case 'content_block_stop':
          return skipped.has(at) ? [] : [event];
        case 'message_delta':
          return unknown.length === 0
            ? [event]
            : [...createThinkingEventsOfUnknownBlocks(next, unknown.splice(0)), event];
        default:
          return type === '' || EVENTS.has(type) ? [event] : leaveOut(type);
      }
    },
  };
}

/** Returns stream events of a thinking block whose text says which unknown blocks were left out. */
function createThinkingEventsOfUnknownBlocks(
  index: number,
  kinds: readonly string[],
): readonly JsonObject[] {
  const thinking = describeUnknownBlocks(kinds);
  return [
    { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } },
    { type: 'content_block_stop', index },
  ];
}

function omitUnknownCitationsFromEvent(
  event: JsonObject,
  block: JsonObject,
  omittedParts: string[],
): JsonObject {
  const fitted = omitUnknownCitations(block, omittedParts);
  return fitted === block ? event : { ...event, content_block: fitted };
}

function omitUnknownCitations(block: JsonObject, unknown: string[]): JsonObject {
  if (!Array.isArray(block['citations'])) return block;
  const citations = filterJsonObjects(block['citations']);
  const known = citations.filter(({ type }) => CITATIONS.has(getTextOrEmpty(type)));
  if (known.length === block['citations'].length) return block;
  unknown.push('citation');
  return { ...block, citations: known };
}

/**
 * Removes blocks and citations of unknown types from a complete Anthropic reply, because the AI SDK package
 * rejects them.
 */
export function removeUnknownAnthropicBlocks(reply: JsonObject): JsonObject {
  if (reply['type'] !== 'message' || !Array.isArray(reply['content'])) return reply;
  const unknown: string[] = [];
  const content = filterJsonObjects(reply['content']).flatMap((block) => {
    const kind = getTextOrEmpty(block['type']);
    if (BLOCKS.has(kind)) return [omitUnknownCitations(block, unknown)];
    unknown.push(kind);
    return [];
  });
  if (unknown.length === 0) return reply;
  // The empty signature makes later requests leave the block out, so the provider never receives it.
  const thought = { type: 'thinking', thinking: describeUnknownBlocks(unknown), signature: '' };
  return { ...reply, content: [...content, thought] };
}
