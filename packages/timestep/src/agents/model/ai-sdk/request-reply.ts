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
import type { AgentContext } from '#engine/port';
import { ModelError } from '../model-error.ts';
import { SAME_NAMES, type ArgumentNames } from '../request/tools/argument-names.ts';
import { createStreamCollector } from './stream-collector.ts';
import { IDENTITY_NAMES, type ToolNameMap } from './tool-name-map.ts';

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

/** A reply that was cut is repeated once, because each repetition costs a whole reply. */
const MAX_CUT_ATTEMPTS = 2;

interface ReplyHandlers extends Pick<AgentContext, 'emit' | 'reportActivity'> {
  readonly names: ToolNameMap;
  readonly argumentNames: ArgumentNames;
  readonly checkWarnings: (warnings: readonly SharedV4Warning[]) => void;
}

export async function generateReply(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { names, argumentNames, checkWarnings }: ReplyHandlers,
): Promise<Reply> {
  const { content, finishReason, usage, providerMetadata, warnings, response } =
    await model.doGenerate(call);
  checkWarnings(warnings);
  if (hasProviderFailed(finishReason)) throw createCutReplyError();
  const hasOtherNames = names !== IDENTITY_NAMES || argumentNames !== SAME_NAMES;
  const named = hasOtherNames
    ? content.map((part) => restoreNames(part, names, argumentNames))
    : content;
  const modelId = response?.modelId;
  return { content: named, finishReason, usage, providerMetadata, modelId };
}

export async function streamReply(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { names, argumentNames, checkWarnings, emit, reportActivity }: ReplyHandlers,
): Promise<Reply> {
  const { stream } = await model.doStream(call);
  const collector = createStreamCollector();
  const isHeld = createDelayedArgumentsCheck(argumentNames);
  let modelId: string | undefined;
  await forEachPart(stream, (part) => {
    reportActivity?.();
    if (part.type === 'response-metadata') modelId = part.modelId;
    if (part.type === 'stream-start') checkWarnings(part.warnings);
    const restored = restoreNames(part, names, argumentNames);
    const delta = isHeld(restored) ? undefined : collector.addPart(restored);
    if (delta) emit(delta);
  });
  const { content, finish } = collector.end();
  if (finish === undefined || isInterrupted(finish.finishReason, model)) {
    throw createCutReplyError();
  }
  const { finishReason, usage, providerMetadata } = finish;
  return { content, finishReason, usage, providerMetadata, modelId };
}

/** Reads a stream by its reader, because `for await` takes twice the time per part. */
async function forEachPart(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  usePart: (part: LanguageModelV4StreamPart) => void,
): Promise<void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      usePart(value);
    }
  } catch (thrown) {
    // Canceling the stream releases its connection. A failure of this is ignored: the first error is thrown.
    reader.cancel().catch(() => undefined);
    throw thrown;
  }
}

/** Replaces the tool and argument names of the provider request by the original names. */
function restoreNames<Part extends LanguageModelV4StreamPart | LanguageModelV4Content>(
  part: Part,
  names: ToolNameMap,
  argumentNames: ArgumentNames,
): Part {
  if (part.type !== 'tool-call' && part.type !== 'tool-input-start') return part;
  if (part.providerExecuted === true) return part;
  const toolName = names.toToolName(part.toolName);
  return part.type === 'tool-call'
    ? { ...part, toolName, input: argumentNames.restore(toolName, part.input) }
    : { ...part, toolName };
}

/**
 * Returns a function that tells whether a stream part belongs to tool arguments that were sent under other
 * names: the original names can be restored only when the call is complete.
 */
function createDelayedArgumentsCheck({
  hasRenamed,
}: ArgumentNames): (part: LanguageModelV4StreamPart) => boolean {
  const held = new Set<string>();
  return (part) => {
    if (part.type === 'tool-input-start' && hasRenamed(part.toolName)) held.add(part.id);
    const isInput = part.type === 'tool-input-start' || part.type === 'tool-input-delta';
    return isInput && held.has(part.id);
  };
}

function createCutReplyError(): ModelError {
  return new ModelError('provider-error', 'the reply of the model ended before it was complete', {
    retryable: true,
    maxAttempts: MAX_CUT_ATTEMPTS,
  });
}

/** Whether a reply was cut. Packages report a cut connection as `interrupted` or `other`. */
function isInterrupted(
  reason: LanguageModelV4FinishReason,
  { provider }: Pick<LanguageModelV4, 'provider'>,
): boolean {
  const { unified, raw } = reason;
  if (unified === 'interrupted') return true;
  if (raw === undefined && INVENTS_REASON.test(provider)) return true;
  return unified === 'other' && (raw === undefined || hasProviderFailed(reason));
}

/** Provider whose package reports a cut reply with tool calls as complete. */
const INVENTS_REASON = /^openrouter\b/;

/** Finish reasons that mean that the provider failed, of Z.ai and DeepSeek. */
const FAILURE_REASONS: ReadonlySet<string> = new Set([
  'network_error',
  'insufficient_system_resource',
]);

function hasProviderFailed({ raw }: LanguageModelV4FinishReason): boolean {
  return raw !== undefined && FAILURE_REASONS.has(raw);
}
