import type {
  AssistantMessage,
  CalledModel,
  ContextSelection,
  Failure,
  GuardRecord,
  ReplySettings,
  Usage,
} from '../core/index.ts';
import { ATTRIBUTE, eventName } from './conventions.ts';
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

/** The model that a session chose, as `provider/name`, and the settings of the replies. */
export function requestAttributes(
  model: string | undefined,
  settings: ReplySettings = {},
): Attributes {
  const slash = model?.indexOf('/') ?? -1;
  return given({
    [ATTRIBUTE.provider]: slash > 0 ? model?.slice(0, slash) : undefined,
    [ATTRIBUTE.model]: model && bounded(model.slice(slash + 1)),
    [ATTRIBUTE.maxTokens]: settings.max_output_tokens,
    [ATTRIBUTE.temperature]: settings.temperature,
    [ATTRIBUTE.topP]: settings.top_p,
    [ATTRIBUTE.reasoning]: settings.reasoning?.effort,
  });
}

/** The model that was asked, as the agent says: which is more than what the session chose. */
export function calledAttributes({ provider, model, response_model }: CalledModel): Attributes {
  return given({
    [ATTRIBUTE.provider]: provider && bounded(provider),
    [ATTRIBUTE.model]: model && bounded(model),
    [ATTRIBUTE.responseModel]: response_model && bounded(response_model),
  });
}

/** What a reply says of itself, without its contents. */
export function replyAttributes(message: AssistantMessage): Attributes {
  return given({
    [ATTRIBUTE.finishReasons]: [finishReasonOf(message)],
    ...(message.usage && usageAttributes(message.usage)),
    [ATTRIBUTE.cost]: message.cost_usd,
  });
}

function usageAttributes(usage: Usage): Record<string, AttributeValue | undefined> {
  const { prompt_tokens_details: read, completion_tokens_details: written } = usage;
  return {
    [ATTRIBUTE.inputTokens]: usage.prompt_tokens,
    [ATTRIBUTE.outputTokens]: usage.completion_tokens,
    [ATTRIBUTE.cacheRead]: read?.cached_tokens,
    [ATTRIBUTE.cacheWrite]: read?.cache_write_tokens,
    [ATTRIBUTE.reasoningTokens]: written?.reasoning_tokens,
  };
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

/** What guards decided, each as an event. */
export function guardEvents(
  records: readonly GuardRecord[] = [],
  at: number,
  hasContents: boolean,
): SpanEvent[] {
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
