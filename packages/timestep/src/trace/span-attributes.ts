import type {
  AssistantMessage,
  CalledModel,
  ContextSelection,
  Failure,
  GuardRecord,
  ReplySettings,
  Usage,
} from '../core/index.ts';
import { ATTRIBUTE, eventName, type KnownAttributes } from './conventions.ts';
import { finishReasonOf } from './gen-ai-messages.ts';
import type { Attributes, AttributeValue, SpanError, SpanEvent } from './span.ts';

/** How many characters of a name are recorded: models and peers may choose them. */
const MOST_OF_NAME = 200;

/** A name that a model or a peer chose. */
export function bounded(name: string): string {
  return name.length <= MOST_OF_NAME ? name : `${name.slice(0, MOST_OF_NAME - 1)}…`;
}

/** The attributes that have a value. */
export function given(
  values: Readonly<Record<string, AttributeValue | undefined>>,
): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) attributes[name] = value;
  }
  return attributes;
}

/** Adds the model that a session chose, as `provider/name`, and the settings of the replies. */
export function addRequest(
  to: KnownAttributes,
  model: string | undefined,
  settings: ReplySettings | undefined,
): void {
  if (model !== undefined) {
    const slash = model.indexOf('/');
    if (slash > 0) to['gen_ai.provider.name'] = model.slice(0, slash);
    to['gen_ai.request.model'] = bounded(model.slice(slash + 1));
  }
  if (!settings) return;
  const { max_output_tokens, temperature, top_p, reasoning } = settings;
  if (max_output_tokens !== undefined) to['gen_ai.request.max_tokens'] = max_output_tokens;
  if (temperature !== undefined) to['gen_ai.request.temperature'] = temperature;
  if (top_p !== undefined) to['gen_ai.request.top_p'] = top_p;
  const effort = reasoning?.effort;
  if (effort !== undefined) to['gen_ai.request.reasoning.level'] = effort;
}

/** Adds the model that was asked, as the agent says: which is more than what the session chose. */
export function addCalled(to: KnownAttributes, called: CalledModel): void {
  const { provider, model, response_model } = called;
  if (provider !== undefined) to['gen_ai.provider.name'] = bounded(provider);
  if (model !== undefined) to['gen_ai.request.model'] = bounded(model);
  if (response_model !== undefined) to['gen_ai.response.model'] = bounded(response_model);
}

/** The usual lists, which need not be made each time. */
const STOP: readonly string[] = ['stop'];
const TOOL_CALL: readonly string[] = ['tool_call'];

/** Adds what a reply says of itself, without its contents. */
export function addReply(to: KnownAttributes, message: AssistantMessage): void {
  const { usage, cost_usd } = message;
  to['gen_ai.response.finish_reasons'] = reasonsOf(finishReasonOf(message));
  if (usage) addUsage(to, usage);
  if (cost_usd !== undefined) to['timestep.cost_usd'] = cost_usd;
}

function reasonsOf(reason: string): readonly string[] {
  if (reason === 'stop') return STOP;
  return reason === 'tool_call' ? TOOL_CALL : [reason];
}

function addUsage(to: KnownAttributes, usage: Usage): void {
  to['gen_ai.usage.input_tokens'] = usage.prompt_tokens;
  to['gen_ai.usage.output_tokens'] = usage.completion_tokens;
  const { cached_tokens, cache_write_tokens } = usage.prompt_tokens_details ?? {};
  if (cached_tokens !== undefined) to['gen_ai.usage.cache_read.input_tokens'] = cached_tokens;
  if (cache_write_tokens !== undefined)
    to['gen_ai.usage.cache_write.input_tokens'] = cache_write_tokens;
  const reasoning = usage.completion_tokens_details?.reasoning_tokens;
  if (reasoning !== undefined) to['gen_ai.usage.reasoning.output_tokens'] = reasoning;
}

/** What was chosen for the model, with why and how relevant it is; its texts are contents. */
export function selectionAttributes(
  { items, ranker, note }: ContextSelection,
  hasContents: boolean,
): Attributes {
  const chosen = items.map(({ kind, name, reason, score }) => ({ kind, name, reason, score }));
  return given({
    [ATTRIBUTE.items]: JSON.stringify(chosen),
    [ATTRIBUTE.ranker]: ranker,
    [ATTRIBUTE.text]: hasContents ? note : undefined,
  });
}

const NONE: readonly never[] = [];

/** What guards decided, each as an event. */
export function guardEvents(
  records: readonly GuardRecord[] = NONE,
  at: number,
  hasContents: boolean,
): readonly SpanEvent[] {
  if (records.length === 0) return NONE;
  return records.map(({ guard, action, phase, reason, callId }) => ({
    name: eventName(`guard.${phase}`),
    at,
    attributes: given({
      [ATTRIBUTE.guard]: bounded(guard),
      [ATTRIBUTE.guardAction]: action,
      [ATTRIBUTE.callId]: callId && bounded(callId),
      [ATTRIBUTE.text]: hasContents ? reason : undefined,
    }),
  }));
}

/** A failure as a span has it: sentences may quote arguments and results. */
export function errorOf({ code, message }: Failure, hasContents: boolean): SpanError {
  return { code: bounded(code), ...(hasContents && { message }) };
}
