import type {
  CreateMessageResult,
  CreateMessageResultWithTools,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../core/index.ts';
import { parseArtifacts, parseQuestion } from '../convert/call-data.ts';
import { HANDOFF_EXTENSION } from '../extension.ts';
import type { HandoffOutcome } from './answer-to-sampling.ts';

export function parseHandoffOutcome(
  result: CreateMessageResult | CreateMessageResultWithTools,
): HandoffOutcome {
  const blocks = Array.isArray(result.content) ? result.content : [result.content];
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const found: unknown = result._meta?.[HANDOFF_EXTENSION];
  const meta = isJsonObject(found) ? found : {};
  if (meta['failed'] === true) return { ok: false, reason: text };
  const { taskId, contextId } = meta;
  const question = parseQuestion(meta['question']);
  const artifacts = parseArtifacts(meta['artifacts']);
  return {
    ok: true,
    answer: {
      text,
      ...(typeof taskId === 'string' && { taskId }),
      ...(typeof contextId === 'string' && { contextId }),
      ...(artifacts.length > 0 && { artifacts }),
      ...(question && { question }),
    },
  };
}
