import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from '@ai-sdk/provider';
import {
  TimestepError,
  type CutOff,
  type JsonObject,
  type Message,
  type ReplySettings,
  type ToolSchema,
} from '../../../core/index.ts';
import type { AgentContext, AgentFn } from '../../../engine/port/index.ts';
import { createTraceparent } from '../../../protocols/trace/index.ts';
import { toModelError, type CalledModel } from '../to-model-error.ts';
import { ModelError } from '../model-error.ts';
import { withAcceptedModes } from './accepted-modes-prompt.ts';
import {
  settingsToCallOptions,
  throwIfSettingIgnored,
  toAiSdkToolChoice,
  type CallerOptions,
} from './caller-settings.ts';
import { createStreamCollector } from './stream-collector.ts';
import { contentToMessage } from './content-to-message.ts';
import { messagesToPrompt } from './messages-to-prompt.ts';
import { schemaToAiSdkTool } from './ai-sdk-tool.ts';
import { createToolNameMap, type ToolNameMap } from './tool-name-map.ts';
import { aiSdkUsageToUsage } from './ai-sdk-usage.ts';
import { withAttachmentFallback } from './attachment-fallback.ts';

/** Settings of a model. An undefined setting means the provider's default. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly topP?: number;
  /** Reasoning included. */
  readonly maxTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  /** By provider name: `{ anthropic: { … } }`. */
  readonly providerOptions?: { readonly [provider: string]: JsonObject };
}

/** Options for calling an AI SDK model and pricing its replies. */
export interface LanguageModelAgentOptions {
  /** Whether replies are emitted as they grow. Default: true. */
  readonly stream?: boolean;
  readonly settings?: ModelSettings;
  /** In US dollars. Undefined means that the price is unknown. */
  readonly cost?: (reply: PricedReply) => number | undefined;
  /** Names for error messages. Default: the names of the model object. */
  readonly called?: CalledModel;
  /** Whether requests carry the `traceparent` header, for a gateway of your own. Default: false. */
  readonly isTraced?: boolean;
  readonly now?: () => number;
}

/** The parts of a reply that determine its price. */
export interface PricedReply {
  readonly usage: LanguageModelV4Usage;
  readonly providerMetadata: SharedV4ProviderMetadata | undefined;
}

interface Reply extends PricedReply {
  readonly modelId: string | undefined;
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: LanguageModelV4FinishReason;
}

/** Creates an agent from an AI SDK model object. Calls reject with `ModelError`. */
export function createLanguageModelAgent(
  model: LanguageModelV4,
  options: LanguageModelAgentOptions = {},
): AgentFn {
  const { stream = true, cost, isTraced = false, now = Date.now } = options;
  const { provider } = model;
  const called = options.called ?? { provider, model: model.modelId };
  const own = settingsToOwnOptions(options.settings ?? {});
  const unasked = mergeOptions(own, { providerOptions: {} });
  const ask = stream ? streamReply : generateReply;

  return withAttachmentFallback(async (messages, context) => {
    context.called?.({ provider: called.provider, model: called.model });
    try {
      const { tools, settings = NO_SETTINGS } = context;
      const names = createToolNameMap(collectToolNames(tools, messages));
      const offered = tools.map((tool) => schemaToAiSdkTool(tool, names));
      const toolChoice = toAiSdkToolChoice(settings.tool_choice, names, offered, model);
      const wanted = withOutputFormat(settings, context.outputFormat);
      const heeded =
        wanted === NO_SETTINGS
          ? unasked
          : mergeOptions(own, settingsToCallOptions(wanted, model, tools.length > 0));
      const call: LanguageModelV4CallOptions = {
        ...heeded,
        prompt: messagesToPrompt(withAcceptedModes(messages, context.task), provider, names),
        abortSignal: context.signal,
      };
      if (isTraced) call.headers = { traceparent: createTraceparent(context, 'model') };
      if (offered.length > 0) call.tools = offered;
      if (toolChoice) call.toolChoice = toolChoice;
      const reply = await ask(model, call, {
        names,
        emit: context.emit,
        checkWarnings: (warnings) => throwIfSettingIgnored(warnings, settings, model),
      });
      if (reply.modelId !== undefined) context.called?.({ response_model: reply.modelId });
      const usage = aiSdkUsageToUsage(reply.usage);
      const cost_usd = usage && cost?.(reply);
      const cut = finishReasonToCutOff(reply.finishReason);
      const message = contentToMessage(reply.content, { provider, usage, cost_usd, cut });
      if (message.content === null && message.tool_calls === undefined) {
        throw createEmptyReplyError(reply.finishReason, called);
      }
      return message;
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (TimestepError.isInstance(thrown)) throw thrown;
      throw toModelError(thrown, called, now());
    }
  });
}

const NO_SETTINGS: ReplySettings = {};

/** Warnings are checked without this format, because a provider may ignore it. */
function withOutputFormat(
  settings: ReplySettings,
  format: AgentContext['outputFormat'],
): ReplySettings {
  return format ? { ...settings, text: { ...settings.text, format } } : settings;
}

function collectToolNames(tools: readonly ToolSchema[], messages: readonly Message[]): Set<string> {
  const names = new Set<string>();
  for (const tool of tools) names.add(tool.function.name);
  for (const message of messages) {
    if (message.role !== 'assistant' || !message.tool_calls) continue;
    for (const call of message.tool_calls) names.add(call.function.name);
  }
  return names;
}

function settingsToOwnOptions(settings: ModelSettings): OwnOptions {
  const { temperature, topP, maxTokens, stopSequences, reasoning, providerOptions } = settings;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(stopSequences !== undefined && { stopSequences: [...stopSequences] }),
    ...(reasoning !== undefined && { reasoning }),
    // OpenAI refers to replies that it stores by id, which breaks on replay, behind gateways and if
    // retention is forbidden. A transcript must be complete in itself.
    providerOptions: {
      ...providerOptions,
      openai: { ...providerOptions?.['openai'], store: false },
    },
  };
}

type OwnOptions = Omit<LanguageModelV4CallOptions, 'prompt' | 'providerOptions'> & {
  readonly providerOptions: { readonly [provider: string]: JsonObject };
};

/** The lower token limit applies. Temperature and `topP` control the same: one side sets both. */
function mergeOptions(
  ownOptions: OwnOptions,
  callerOptions: CallerOptions,
): Omit<LanguageModelV4CallOptions, 'prompt'> {
  const { temperature, topP, ...rest } = ownOptions;
  const isSampled = callerOptions.temperature !== undefined || callerOptions.topP !== undefined;
  const limits = [ownOptions.maxOutputTokens, callerOptions.maxOutputTokens].filter(
    (limit) => limit !== undefined,
  );
  const providerOptions = { ...ownOptions.providerOptions };
  for (const [name, options] of Object.entries(callerOptions.providerOptions)) {
    providerOptions[name] = { ...providerOptions[name], ...options };
  }
  return {
    ...rest,
    ...(!isSampled && temperature !== undefined && { temperature }),
    ...(!isSampled && topP !== undefined && { topP }),
    ...callerOptions,
    ...(limits.length > 0 && { maxOutputTokens: Math.min(...limits) }),
    providerOptions,
  };
}

interface ReplyHandlers {
  readonly names: ToolNameMap;
  readonly emit: AgentContext['emit'];
  readonly checkWarnings: (warnings: readonly SharedV4Warning[]) => void;
}

async function generateReply(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { names, checkWarnings }: ReplyHandlers,
): Promise<Reply> {
  const { content, finishReason, usage, providerMetadata, warnings, response } =
    await model.doGenerate(call);
  checkWarnings(warnings);
  const named = content.map((part) => restoreToolName(part, names));
  const modelId = response?.modelId;
  return { content: named, finishReason, usage, providerMetadata, modelId };
}

async function streamReply(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { names, checkWarnings, emit }: ReplyHandlers,
): Promise<Reply> {
  const { stream } = await model.doStream(call);
  const fold = createStreamCollector();
  let modelId: string | undefined;
  await forEachPart(stream, (part) => {
    if (part.type === 'response-metadata') modelId = part.modelId;
    if (part.type === 'stream-start') checkWarnings(part.warnings);
    const delta = fold.add(restoreToolName(part, names));
    if (delta) emit(delta);
  });
  const { content, finish } = fold.end();
  if (finish === undefined || isInterrupted(finish.finishReason)) {
    throw new ModelError('provider-error', 'the reply ended before it was complete', {
      retryable: true,
    });
  }
  const { finishReason, usage, providerMetadata } = finish;
  return { content, finishReason, usage, providerMetadata, modelId };
}

function restoreToolName<Part extends LanguageModelV4StreamPart | LanguageModelV4Content>(
  part: Part,
  names: ToolNameMap,
): Part {
  if (part.type !== 'tool-call' && part.type !== 'tool-input-start') return part;
  if (part.providerExecuted === true) return part;
  return { ...part, toolName: names.toToolName(part.toolName) };
}

async function forEachPart(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  visit: (part: LanguageModelV4StreamPart) => void,
): Promise<void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      visit(value);
    }
  } catch (thrown) {
    // Releases the connection. The first error is the one to report.
    reader.cancel().catch(() => {});
    throw thrown;
  }
}

/** Packages report a connection that was cut as `interrupted`, or `other` without a raw reason. */
function isInterrupted({ unified, raw }: LanguageModelV4FinishReason): boolean {
  return unified === 'interrupted' || (unified === 'other' && raw === undefined);
}

function finishReasonToCutOff({ unified }: LanguageModelV4FinishReason): CutOff | undefined {
  if (unified === 'length') return 'length';
  return unified === 'content-filter' ? 'content_filter' : undefined;
}

function createEmptyReplyError(
  finish: LanguageModelV4FinishReason,
  calledModel: CalledModel,
): ModelError {
  const { provider, model } = calledModel;
  switch (finish.unified) {
    case 'content-filter':
      return new ModelError('refused', `${provider} blocked the reply of ${model} (${finish.raw})`);
    case 'length':
      return new ModelError(
        'output-limit',
        `${model} used all its output tokens before it produced a reply: raise the token limit`,
      );
    case 'stop':
    case 'tool-calls':
    case 'error':
    case 'interrupted':
    case 'other':
      return new ModelError(
        'empty-reply',
        `${model} at ${provider} replied with neither text nor tool calls (${finish.raw ?? finish.unified})`,
      );
  }
}
