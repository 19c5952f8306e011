import { createHash } from 'node:crypto';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { AgentContext, TaskMeta } from '#engine/port';
import { markCachePoints, type PromptTurns } from './cache-points.ts';
import type { CacheRules } from './cache-rules.ts';

/** Prepares a request for the provider's prompt cache, in place: points in the prompt, and a key. */
export function addPromptCache(
  call: LanguageModelV4CallOptions,
  turns: PromptTurns,
  context: Pick<AgentContext, 'task' | 'limits' | 'tools'>,
  { points, key }: CacheRules,
): void {
  if (points) markCachePoints(call.prompt, isSingle(context, turns) ? NO_TURNS : turns, points);
  if (key === undefined) return;
  const value = createCacheKey(context.task);
  if ('header' in key) {
    call.headers = { [key.header]: value, ...call.headers };
    return;
  }
  const { option } = key;
  const own = call.providerOptions?.[option];
  call.providerOptions = { ...call.providerOptions, [option]: { promptCacheKey: value, ...own } };
}

/**
 * Whether the request will hardly be continued, such as that of a judge or for a summary, so that
 * only its instructions are worth storing.
 */
function isSingle(
  { limits, tools }: Pick<AgentContext, 'limits' | 'tools'>,
  { earlier }: PromptTurns,
): boolean {
  return limits.max_steps === 1 && tools.length === 0 && earlier === -1;
}

const NO_TURNS: PromptTurns = { newest: -1, earlier: -1 };

/** Creates a key of a conversation, which reveals neither the conversation's id nor a person's. */
function createCacheKey({ agent, contextId }: Pick<TaskMeta, 'agent' | 'contextId'>): string {
  return createHash('sha256').update(`${agent}\n${contextId}`).digest('hex').slice(0, KEY_LENGTH);
}

/** OpenAI accepts up to 64 characters. */
const KEY_LENGTH = 32;
