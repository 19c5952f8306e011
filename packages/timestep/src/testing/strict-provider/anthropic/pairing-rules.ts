import { toTextOrEmpty } from '../read-json.ts';
import type { AnthropicRule } from './anthropic-facts.ts';
import type { AnthropicBlock, AnthropicTurn } from './turns.ts';

function listBlockIds(blocks: readonly AnthropicBlock[], type: string, field: string): string[] {
  return blocks.filter((one) => one.type === type).map(({ block }) => toTextOrEmpty(block[field]));
}

/** Lists the ids of the tool calls that the tool results at the beginning of a user turn answer. */
function listLeadingAnsweredCallIds(turn: AnthropicTurn | undefined): string[] {
  const blocks = turn?.role === 'user' ? turn.blocks : [];
  const end = blocks.findIndex(({ type }) => type !== 'tool_result');
  return listBlockIds(end === -1 ? blocks : blocks.slice(0, end), 'tool_result', 'tool_use_id');
}

/** Rules for tool calls and the results that follow them. */
export const pairingRules: readonly AnthropicRule[] = [
  {
    id: 'anthropic/call-id-twice',
    source: 'trycua/cua issue 524, 2025-10; BerriAI/litellm issue 23510',
    *find(_body, { turns }) {
      const seen = new Set<string>();
      for (const { block, type, path } of turns.flatMap(({ blocks }) => blocks)) {
        if (type !== 'tool_use') continue;
        const id = toTextOrEmpty(block['id']);
        if (seen.has(id)) yield { message: `${path}: \`tool_use\` ids must be unique` };
        seen.add(id);
      }
    },
  },
  {
    id: 'anthropic/unanswered-call',
    source: 'shapes probed 2026-07-25; anthropics/claude-code issue 8612',
    *find(_body, { turns }) {
      for (const [index, { role, at, blocks }] of turns.entries()) {
        if (role !== 'assistant') continue;
        const answered = listLeadingAnsweredCallIds(turns[index + 1]);
        const open = listBlockIds(blocks, 'tool_use', 'id').filter((id) => !answered.includes(id));
        if (open.length === 0) continue;
        yield {
          message: `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
        };
      }
    },
  },
  {
    id: 'anthropic/orphan-result',
    source: 'shapes probed 2026-07-25; anthropics/claude-code issue 18947',
    *find(_body, { turns }) {
      for (const [index, { blocks }] of turns.entries()) {
        const before = turns[index - 1];
        const calls =
          before?.role === 'assistant' ? listBlockIds(before.blocks, 'tool_use', 'id') : [];
        for (const { block, type, path } of blocks) {
          if (type !== 'tool_result' || calls.includes(toTextOrEmpty(block['tool_use_id'])))
            continue;
          yield {
            message: `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${toTextOrEmpty(block['tool_use_id'])}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
          };
        }
      }
    },
  },
  {
    id: 'anthropic/result-twice',
    source: 'reported from production, 2026-06-11',
    *find(_body, { turns }) {
      for (const { at, blocks } of turns) {
        const ids = listBlockIds(blocks, 'tool_result', 'tool_use_id');
        const twice = ids.find((id, index) => ids.indexOf(id) !== index);
        if (twice === undefined) continue;
        yield {
          message: `messages.${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`,
        };
      }
    },
  },
];
