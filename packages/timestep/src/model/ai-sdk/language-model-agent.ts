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
} from '../../core/index.ts';
import type { AgentContext, AgentFn } from '../../port/index.ts';
import { traceparentOf } from '../../trace/index.ts';
import { errorFromThrown, type Called } from '../error-from-thrown.ts';
import { ModelError } from '../model-error.ts';
import { withAcceptedModes } from './accepted-modes-line.ts';
import {
  askedOptions,
  refuseUnheeded,
  toolChoiceFrom,
  type AskedOptions,
} from './asked-settings.ts';
import { createStreamFold } from './content-from-stream.ts';
import { messageFromContent } from './message-from-content.ts';
import { promptFromMessages } from './prompt-from-messages.ts';
import { toolFromSchema } from './tool-from-schema.ts';
import { toolNames, type ToolNames } from './tool-names.ts';
import { usageFromV4 } from './usage-from-v4.ts';
import { withAttachments } from './with-attachments.ts';

/**
 * What a model receives beside the transcript and the tools. Absent means the provider's default.
 */
export interface ModelSettings {
  readonly temperature?: number;
  readonly topP?: number;
  /** Most tokens of one reply, reasoning included. */
  readonly maxTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  /** Options of one provider, by its name: `{ anthropic: { … } }`. */
  readonly providerOptions?: { readonly [provider: string]: JsonObject };
}

/** How a model of the AI SDK is asked, and what its replies cost. */
export interface LanguageModelAgentOptions {
  /** Stream replies and show them as they grow; default true. Otherwise each reply comes whole. */
  readonly stream?: boolean;
  readonly settings?: ModelSettings;
  /** US dollars for a reply; `undefined` where the price is not known. */
  readonly cost?: (reply: PricedReply) => number | undefined;
  /** The provider and the model as errors name them; default: the names of the model object. */
  readonly called?: Called;
  /**
   * Whether requests have the span of the call in the header `traceparent`, for a gateway or a server of
   * your own. Default false.
   */
  readonly isTraced?: boolean;
  readonly now?: () => number;
}

/** What the price of a reply depends on. */
export interface PricedReply {
  readonly usage: LanguageModelV4Usage;
  readonly providerMetadata: SharedV4ProviderMetadata | undefined;
}

/** A reply, streamed or not. */
interface Reply extends PricedReply {
  /** The model that answered, where the provider names it. */
  readonly modelId: string | undefined;
  readonly content: readonly LanguageModelV4Content[];
  readonly finishReason: LanguageModelV4FinishReason;
}

/**
 * Makes an agent of a model object of an AI SDK provider package (`LanguageModelV4`). Fails with
 * `ModelError`; when the context's signal aborts, with the signal's reason.
 */
export function languageModelAgent(
  model: LanguageModelV4,
  options: LanguageModelAgentOptions = {},
): AgentFn {
  const { stream = true, cost, isTraced = false, now = Date.now } = options;
  const { provider } = model;
  const called = options.called ?? { provider, model: model.modelId };
  const own = ownOptions(options.settings ?? {});
  const unasked = merged(own, { providerOptions: {} });
  const ask = stream ? streamed : whole;

  return withAttachments(async (messages, context) => {
    context.called?.({ provider: called.provider, model: called.model });
    try {
      const { tools, settings = NO_SETTINGS } = context;
      const names = toolNames(namesIn(tools, messages));
      const offered = tools.map((tool) => toolFromSchema(tool, names));
      const toolChoice = toolChoiceFrom(settings.tool_choice, names, offered, model);
      const heeded =
        settings === NO_SETTINGS
          ? unasked
          : merged(own, askedOptions(settings, model, tools.length > 0));
      const call: LanguageModelV4CallOptions = {
        ...heeded,
        prompt: promptFromMessages(withAcceptedModes(messages, context.task), provider, names),
        abortSignal: context.signal,
      };
      if (isTraced) call.headers = { traceparent: traceparentOf(context, 'model') };
      if (offered.length > 0) call.tools = offered;
      if (toolChoice) call.toolChoice = toolChoice;
      const reply = await ask(model, call, {
        names,
        emit: context.emit,
        warned: (warnings) => refuseUnheeded(warnings, settings, model),
      });
      if (reply.modelId !== undefined) context.called?.({ response_model: reply.modelId });
      const usage = usageFromV4(reply.usage);
      const cost_usd = usage && cost?.(reply);
      const cut = cutOffBy(reply.finishReason);
      const message = messageFromContent(reply.content, { provider, usage, cost_usd, cut });
      if (message.content === null && message.tool_calls === undefined) {
        throw emptyReply(reply.finishReason, called);
      }
      return message;
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (TimestepError.isInstance(thrown)) throw thrown;
      throw errorFromThrown(thrown, called, now());
    }
  });
}

const NO_SETTINGS: ReplySettings = {};

/** The names of the tools that a model may call or has called. */
function namesIn(tools: readonly ToolSchema[], messages: readonly Message[]): Set<string> {
  const names = new Set<string>();
  for (const tool of tools) names.add(tool.function.name);
  for (const message of messages) {
    if (message.role !== 'assistant' || !message.tool_calls) continue;
    for (const call of message.tool_calls) names.add(call.function.name);
  }
  return names;
}

/** The agent's own options, for every call. */
function ownOptions(settings: ModelSettings): OwnOptions {
  const { temperature, topP, maxTokens, stopSequences, reasoning, providerOptions } = settings;
  return {
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(stopSequences !== undefined && { stopSequences: [...stopSequences] }),
    ...(reasoning !== undefined && { reasoning }),
    // A transcript must be complete in itself: replies stored at OpenAI are referred to by id, which
    // breaks on replay, behind gateways and where nothing may be retained.
    providerOptions: {
      ...providerOptions,
      openai: { ...providerOptions?.['openai'], store: false },
    },
  };
}

type OwnOptions = Omit<LanguageModelV4CallOptions, 'prompt' | 'providerOptions'> & {
  readonly providerOptions: { readonly [provider: string]: JsonObject };
};

/**
 * The caller's options override the agent's own, except the limit of tokens, where the lower one
 * holds. Temperature and `topP` control the same thing, so both are taken from one side.
 */
function merged(own: OwnOptions, asked: AskedOptions): Omit<LanguageModelV4CallOptions, 'prompt'> {
  const { temperature, topP, ...rest } = own;
  const isSampled = asked.temperature !== undefined || asked.topP !== undefined;
  const limits = [own.maxOutputTokens, asked.maxOutputTokens].filter(
    (limit) => limit !== undefined,
  );
  const providerOptions = { ...own.providerOptions };
  for (const [name, options] of Object.entries(asked.providerOptions)) {
    providerOptions[name] = { ...providerOptions[name], ...options };
  }
  return {
    ...rest,
    ...(!isSampled && temperature !== undefined && { temperature }),
    ...(!isSampled && topP !== undefined && { topP }),
    ...asked,
    ...(limits.length > 0 && { maxOutputTokens: Math.min(...limits) }),
    providerOptions,
  };
}

/** What to do with a reply while it arrives. */
interface Asking {
  readonly names: ToolNames;
  readonly emit: AgentContext['emit'];
  /** Throws where a warning must not be ignored. */
  readonly warned: (warnings: readonly SharedV4Warning[]) => void;
}

async function whole(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { names, warned }: Asking,
): Promise<Reply> {
  const { content, finishReason, usage, providerMetadata, warnings, response } =
    await model.doGenerate(call);
  warned(warnings);
  const named = content.map((part) => withToolName(part, names));
  const modelId = response?.modelId;
  return { content: named, finishReason, usage, providerMetadata, modelId };
}

async function streamed(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { names, warned, emit }: Asking,
): Promise<Reply> {
  const { stream } = await model.doStream(call);
  const fold = createStreamFold();
  let modelId: string | undefined;
  await forEachPart(stream, (part) => {
    if (part.type === 'response-metadata') modelId = part.modelId;
    if (part.type === 'stream-start') warned(part.warnings);
    const delta = fold.add(withToolName(part, names));
    if (delta) emit(delta);
  });
  const { content, finish } = fold.end();
  if (finish === undefined || isBrokenOff(finish.finishReason)) {
    throw new ModelError('provider-error', 'the reply broke off before its end', {
      retryable: true,
    });
  }
  const { finishReason, usage, providerMetadata } = finish;
  return { content, finishReason, usage, providerMetadata, modelId };
}

/** A part that calls a tool, with the name that the tool has here. */
function withToolName<Part extends LanguageModelV4StreamPart | LanguageModelV4Content>(
  part: Part,
  names: ToolNames,
): Part {
  if (part.type !== 'tool-call' && part.type !== 'tool-input-start') return part;
  if (part.providerExecuted === true) return part;
  return { ...part, toolName: names.fromProvider(part.toolName) };
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
    // Releases the connection; the failure to report is the first one.
    reader.cancel().catch(() => {});
    throw thrown;
  }
}

/** Provider packages end a stream that was cut in the middle with a reason of their own. */
function isBrokenOff({ unified, raw }: LanguageModelV4FinishReason): boolean {
  return unified === 'interrupted' || (unified === 'other' && raw === undefined);
}

function cutOffBy({ unified }: LanguageModelV4FinishReason): CutOff | undefined {
  if (unified === 'length') return 'length';
  return unified === 'content-filter' ? 'content_filter' : undefined;
}

function emptyReply(finish: LanguageModelV4FinishReason, called: Called): ModelError {
  const { provider, model } = called;
  switch (finish.unified) {
    case 'content-filter':
      return new ModelError(
        'refused',
        `${provider} withheld the reply of ${model} (${finish.raw})`,
      );
    case 'length':
      return new ModelError(
        'output-limit',
        `${model} used up its output tokens before it said anything; allow it more tokens`,
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
