import {
  omitUndefined,
  type AssistantMessage,
  type CalledModel,
  type ContextSelection,
  type Failure,
  type GuardRecord,
  type ReplySettings,
  type Usage,
} from '#core';
import { ATTRIBUTE, getEventName, type KnownAttributes } from './conventions.ts';
import { getFinishReason } from './gen-ai-messages.ts';
import type { Attributes, SpanError, SpanEvent } from './span.ts';

/** Maximum length of a name, because models and remote agents choose names. */
const MAX_NAME_LENGTH = 200;

export function shortenName(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1)}…`;
}

export function addRequestedModel(
  attributes: KnownAttributes,
  model: string | undefined,
  settings: ReplySettings | undefined,
): void {
  if (model !== undefined) {
    const slash = model.indexOf('/');
    if (slash > 0) attributes['gen_ai.provider.name'] = model.slice(0, slash);
    attributes['gen_ai.request.model'] = shortenName(model.slice(slash + 1));
  }
  if (!settings) return;
  const { max_output_tokens, temperature, top_p, reasoning } = settings;
  if (max_output_tokens !== undefined) attributes['gen_ai.request.max_tokens'] = max_output_tokens;
  if (temperature !== undefined) attributes['gen_ai.request.temperature'] = temperature;
  if (top_p !== undefined) attributes['gen_ai.request.top_p'] = top_p;
  const effort = reasoning?.effort;
  if (effort !== undefined) attributes['gen_ai.request.reasoning.level'] = effort;
}

/**
 * Adds the called model to the attributes, in place of the model that the session has chosen, which
 * may be an alias.
 */
export function addCalledModel(attributes: KnownAttributes, called: CalledModel): void {
  const { provider, model, response_model, left_out } = called;
  if (provider !== undefined) attributes['gen_ai.provider.name'] = shortenName(provider);
  if (model !== undefined) attributes['gen_ai.request.model'] = shortenName(model);
  if (response_model !== undefined)
    attributes['gen_ai.response.model'] = shortenName(response_model);
  if (left_out !== undefined) attributes['timestep.request.left_out'] = left_out.map(shortenName);
}

/** Shared by all spans, because a new array for each reply would cost memory. */
const STOP: readonly string[] = ['stop'];
const TOOL_CALL: readonly string[] = ['tool_call'];

export function addFinishReasonAndUsage(
  attributes: KnownAttributes,
  message: AssistantMessage,
): void {
  const { usage, cost_usd } = message;
  attributes['gen_ai.response.finish_reasons'] = toFinishReasons(getFinishReason(message));
  if (usage) addUsageAttributes(attributes, usage);
  if (cost_usd !== undefined) attributes['timestep.cost_usd'] = cost_usd;
}

function toFinishReasons(reason: string): readonly string[] {
  if (reason === 'stop') return STOP;
  return reason === 'tool_call' ? TOOL_CALL : [reason];
}

function addUsageAttributes(attributes: KnownAttributes, usage: Usage): void {
  attributes['gen_ai.usage.input_tokens'] = usage.prompt_tokens;
  attributes['gen_ai.usage.output_tokens'] = usage.completion_tokens;
  const { cached_tokens, cache_write_tokens } = usage.prompt_tokens_details ?? {};
  if (cached_tokens !== undefined)
    attributes['gen_ai.usage.cache_read.input_tokens'] = cached_tokens;
  if (cache_write_tokens !== undefined)
    attributes['gen_ai.usage.cache_write.input_tokens'] = cache_write_tokens;
  const reasoning = usage.completion_tokens_details?.reasoning_tokens;
  if (reasoning !== undefined) attributes['gen_ai.usage.reasoning.output_tokens'] = reasoning;
}

export function createSelectionAttributes(
  { items, ranker, note }: ContextSelection,
  hasContents: boolean,
): Attributes {
  const chosen = items.map(({ kind, name, reason, score }) => ({ kind, name, reason, score }));
  return omitUndefined({
    [ATTRIBUTE.items]: JSON.stringify(chosen),
    [ATTRIBUTE.ranker]: ranker,
    [ATTRIBUTE.text]: hasContents ? note : undefined,
  });
}

const NONE: readonly never[] = [];

export function createGuardEvents(
  records: readonly GuardRecord[] = NONE,
  at: number,
  hasContents: boolean,
): readonly SpanEvent[] {
  if (records.length === 0) return NONE;
  return records.map(({ guard, action, phase, reason, callId }) => ({
    name: getEventName(`guard.${phase}`),
    at,
    attributes: omitUndefined({
      [ATTRIBUTE.guard]: shortenName(guard),
      [ATTRIBUTE.guardAction]: action,
      [ATTRIBUTE.callId]: callId && shortenName(callId),
      [ATTRIBUTE.text]: hasContents ? reason : undefined,
    }),
  }));
}

/**
 * Converts a failure to attributes. Its message is included only if contents are recorded, because it may quote
 * some.
 */
export function failureToSpanError({ code, message }: Failure, hasContents: boolean): SpanError {
  return { code: shortenName(code), ...(hasContents && { message }) };
}

export function addAttempt(attributes: KnownAttributes, attempt: number, step: number): void {
  attributes['timestep.attempt'] = attempt;
  if (attempt > 1) attributes['timestep.recovered'] = true;
  attributes['timestep.step'] = step;
}
