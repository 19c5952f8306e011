import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
} from '@ai-sdk/provider';
import { TimestepError, type CutOff, type Message, type ReplySettings } from '#core';
import type { AgentContext, AgentFn } from '#engine/port';
import { createTraceparent } from '#protocols/trace';
import type { CalledModel } from '../failure/failure-kinds.ts';
import { findCacheRules, type CacheRules } from '../request/cache-rules.ts';
import { adaptPromptToProvider } from '../request/limits/fit-prompt.ts';
import { fitSettings } from '../request/limits/fit-settings.ts';
import { stripModelDateAndRegion } from '../request/limits/model-family.ts';
import { describeOmittedTools, type OfferedTools } from '../request/tools/offer-tools.ts';
import { collectToolNames, createToolPreparer } from '../request/tools/prepare-tools.ts';
import { enablePromptCaching } from '../request/prompt-cache.ts';
import { createResponseFormatConverter, type FitFormat } from '../request/tools/fit-format.ts';
import { getProviderLimits } from '../request/limits/provider-limits.ts';
import { toModelError } from '../failure/to-model-error.ts';
import { ModelError } from '../model-error.ts';
import { addRefusalToError, throwIfTooLong } from '../refusal/check-length.ts';
import { readRefusal } from '../refusal/read-refusal.ts';
import { addAcceptedModesMessage, addInstruction } from './accepted-modes-prompt.ts';
import { aiSdkUsageToUsage } from './ai-sdk-usage.ts';
import { settingsToCallOptions } from './caller-settings.ts';
import { contentToMessage } from './content-to-message.ts';
import { mergeOptions, modelSettingsToOptions, type ModelSettings } from './model-settings.ts';
import { createPromptBuilder } from './prompt-builder.ts';
import { generateReply, streamReply, type PricedReply } from './request-reply.ts';
import { toAiSdkToolChoiceOrThrow } from './tool-choice.ts';
import { createResultFitter } from '../request/transcript/fit-results.ts';
import { createToolNameMap } from './tool-name-map.ts';
import { throwIfSettingIgnored } from './unsupported-settings.ts';

/** Options for calling an AI SDK model and pricing its replies. */
export interface LanguageModelAgentOptions {
  /** Whether replies are emitted while they are generated. Default: true. */
  readonly stream?: boolean;
  readonly settings?: ModelSettings;
  /** Prices a reply in US dollars. Undefined means that the price is unknown. */
  readonly cost?: (reply: PricedReply) => number | undefined;
  /** Names of the provider and the model for error messages. Default: those of the model object. */
  readonly called?: CalledModel;
  /** Whether requests carry the `traceparent` header, for your own gateway. Default: false. */
  readonly isTraced?: boolean;
  /**
   * Size of the model's context window in tokens. Default: unknown, so that nothing is left out.
   */
  readonly contextWindow?: number | undefined;
  readonly now?: () => number;
}

/** Creates an agent from an AI SDK model object. Calls reject with `ModelError`. */
export function createLanguageModelAgent(
  model: LanguageModelV4,
  options: LanguageModelAgentOptions = {},
): AgentFn {
  const { stream = true, cost, isTraced = false, now = Date.now } = options;
  const { provider } = model;
  const called = options.called ?? { provider, model: model.modelId };
  const limits = getProviderLimits(model);
  const family = stripModelDateAndRegion(model.modelId);
  const asked = modelSettingsToOptions(options.settings ?? {}, provider.split('.')[0]);
  const fitted = fitSettings(asked, limits.settings);
  const own = fitted.settings;
  const unasked = mergeOptions(own, { providerOptions: {} });
  const ask = stream ? streamReply : generateReply;
  const fitFormat = createResponseFormatConverter(limits);
  const prepareTools = createToolPreparer(limits);
  const buildPrompt = createPromptBuilder({ provider, family }, limits);
  const cache = getCacheRules(options.settings, model);
  const fitResults = createResultFitter(options.contextWindow);

  return async (given, context) => {
    const { messages, shortened } = fitResults(given);
    throwIfTooLong(messages, options.contextWindow, called);
    context.called?.({ provider: called.provider, model: called.model });
    try {
      const { tools, settings = NO_SETTINGS } = context;
      const toolRequest = prepareTools(tools, messages, getForcedTool(settings));
      const { tools: offered, leftOut, names, argumentNames } = toolRequest;
      const omitted = listOmittedParts(toolRequest, fitted.changed, shortened);
      if (omitted) context.called?.({ left_out: omitted });
      const toolChoice = toAiSdkToolChoiceOrThrow(settings.tool_choice, names, offered, model);
      const wanted = preferOwnOutputFormat(settings, context.outputFormat, fitFormat);
      const heeded =
        wanted === NO_SETTINGS
          ? unasked
          : mergeOptions(own, settingsToCallOptions(wanted, model, offered.length > 0));
      const shown = addSystemNotes(messages, context, leftOut);
      const converted = buildPrompt(shown, names, argumentNames);
      const call: LanguageModelV4CallOptions = {
        ...heeded,
        prompt: adaptPromptToProvider(converted, limits, offered.length > 0),
        abortSignal: context.signal,
      };
      if (isTraced) call.headers = { traceparent: createTraceparent(context, 'model') };
      if (cache) enablePromptCaching(call, converted, context, cache);
      if (offered.length > 0) call.tools = offered;
      if (toolChoice) call.toolChoice = toolChoice;
      const reply = await ask(model, call, {
        names,
        argumentNames,
        emit: context.emit,
        reportActivity: context.reportActivity,
        checkWarnings: (warnings) => throwIfSettingIgnored(warnings, settings, model),
      });
      if (reply.modelId !== undefined) context.called?.({ response_model: reply.modelId });
      const usage = aiSdkUsageToUsage(reply.usage);
      const cost_usd = usage && cost?.(reply);
      const cut = finishReasonToCutOff(reply.finishReason);
      const message = contentToMessage(reply.content, { provider, family, usage, cost_usd, cut });
      if (message.tool_calls !== undefined || hasVisibleText(message.content)) return message;
      if (isIntendedEmptyReply(reply.finishReason, messages, context))
        return { ...message, content: '' };
      throw createEmptyReplyError(reply.finishReason, called);
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (TimestepError.isInstance(thrown)) throw thrown;
      throw createModelError(thrown, messages, context, called, now());
    }
  };
}

/**
 * Converts an exception to a `ModelError`, with the part of the request that the provider refused.
 */
function createModelError(
  thrown: unknown,
  messages: readonly Message[],
  { tools }: AgentContext,
  called: CalledModel,
  now: number,
): ModelError {
  const error = toModelError(thrown, called, now);
  const { toToolName } = createToolNameMap(collectToolNames(tools, messages));
  const sent = { messages, tools: tools.map((tool) => tool.function.name), toToolName };
  const refusal = readRefusal(error.code, thrown, sent);
  return refusal ? addRefusalToError(error, refusal, messages, called) : error;
}

/** Matches a text that contains nothing but white space and characters without width. */
const INVISIBLE = /^[\s\0\u200B-\u200D\u2060]*$/;

function hasVisibleText(content: string | null): boolean {
  return content !== null && !INVISIBLE.test(content);
}

const NO_SETTINGS: ReplySettings = {};
const MOST_REPORTED = 20;

/** Adds system messages about the caller and about omitted tools, after the instructions. */
function addSystemNotes(
  messages: readonly Message[],
  { task }: AgentContext,
  leftOut: readonly string[],
): readonly Message[] {
  const note = leftOut.length > 0 ? describeOmittedTools(leftOut) : undefined;
  return addInstruction(addAcceptedModesMessage(messages, task), note);
}

/** Lists which tools, settings and results were removed from the request. */
function listOmittedParts(
  { leftOut, changed }: OfferedTools,
  settings: readonly string[],
  shortened: readonly string[],
): readonly string[] | undefined {
  const count = leftOut.length + changed.length + settings.length + shortened.length;
  if (count === 0) return undefined;
  const results = shortened.map((callId) => `result of call ${callId}`);
  return [...leftOut, ...changed, ...settings, ...results].slice(0, MOST_REPORTED);
}

function getForcedTool({ tool_choice: choice }: ReplySettings): string | undefined {
  return typeof choice === 'object' && choice.type === 'function' ? choice.name : undefined;
}

/**
 * Returns undefined if prompt caching is off, or if the provider options configure caching
 * themselves.
 */
function getCacheRules(
  { promptCaching = true, providerOptions = {} }: ModelSettings = {},
  model: LanguageModelV4,
): CacheRules | undefined {
  const own = Object.values(providerOptions);
  if (!promptCaching || own.some((it) => 'cacheControl' in it || 'cache_control' in it)) return;
  return findCacheRules(model, promptCaching === '1h');
}

/**
 * Adds the output format after the provider's warnings were checked, because a provider may ignore the
 * agent's own format. A format that the provider refuses is sent only if the caller requested it.
 */
function preferOwnOutputFormat(
  settings: ReplySettings,
  own: AgentContext['outputFormat'],
  fit: FitFormat,
): ReplySettings {
  const asked = settings.text?.format;
  if (!own && !asked) return settings;
  const format = own ? fit(own) : asked && (fit(asked) ?? asked);
  return format ? { ...settings, text: { ...settings.text, format } } : settings;
}

function finishReasonToCutOff({ unified }: LanguageModelV4FinishReason): CutOff | undefined {
  if (unified === 'length') return 'length';
  return unified === 'content-filter' ? 'content_filter' : undefined;
}

/** Maximum number of model calls that may return an empty reply, which happens by chance. */
const MAX_EMPTY_ATTEMPTS = 3;

/**
 * Returns whether the model intentionally replied with nothing to tool results. Its first empty reply may be
 * an accident, so only a repeated one counts.
 */
function isIntendedEmptyReply(
  { unified }: LanguageModelV4FinishReason,
  messages: readonly Message[],
  { attempt }: AgentContext,
): boolean {
  return unified === 'stop' && messages.at(-1)?.role === 'tool' && attempt > 1;
}

function createEmptyReplyError(
  { unified, raw }: LanguageModelV4FinishReason,
  { provider, model }: CalledModel,
): ModelError {
  if (unified === 'content-filter')
    return new ModelError(
      'refused',
      `the content filter of ${provider} blocked the reply of the model ${model} (${raw})`,
    );
  if (unified === 'length') {
    const message = `${model} used all its output tokens before it produced a reply: raise the token limit`;
    return new ModelError('output-limit', message);
  }
  const message = `${model} at ${provider} replied with neither text nor tool calls (${raw ?? unified})`;
  return new ModelError('empty-reply', message, {
    retryable: true,
    maxAttempts: MAX_EMPTY_ATTEMPTS,
  });
}
