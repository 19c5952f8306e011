import { createHash } from 'node:crypto';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { AgentContext, TaskMeta } from '#engine/port';
import { markCachePoints, type PromptTurns } from './cache-points.ts';
import type { CacheRules } from './cache-rules.ts';

/** Adds prompt caching to a request in place: cache points in the prompt, and a cache key. */
export function enablePromptCaching(
  call: LanguageModelV4CallOptions,
  turns: PromptTurns,
  context: Pick<AgentContext, 'task' | 'limits' | 'tools'>,
  { points, key }: CacheRules,
): void {
  if (points)
    markCachePoints(call.prompt, isOneOffRequest(context, turns) ? NO_TURNS : turns, points);
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
 * Whether no further request will share the conversation, as for judges and summaries, so that only
 * the instructions are worth caching.
 */
function isOneOffRequest(
  { limits, tools }: Pick<AgentContext, 'limits' | 'tools'>,
  { earlier }: PromptTurns,
): boolean {
  return limits.max_steps === 1 && tools.length === 0 && earlier === -1;
}

const NO_TURNS: PromptTurns = { newest: -1, earlier: -1 };

/** Creates a cache key of a conversation, which reveals neither its id nor the user's. */
function createCacheKey({ agent, contextId }: Pick<TaskMeta, 'agent' | 'contextId'>): string {
  return createHash('sha256').update(`${agent}\n${contextId}`).digest('hex').slice(0, KEY_LENGTH);
}

/** OpenAI accepts cache keys of up to 64 characters. */
const KEY_LENGTH = 32;
