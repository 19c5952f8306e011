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
import type { ArgumentNames } from '../request/argument-names.ts';
import { createStreamCollector } from './stream-collector.ts';
import type { ToolNameMap } from './tool-name-map.ts';

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

type SentNames = ToolNameMap & ArgumentNames;

/** A reply that was cut is repeated once, because each repetition costs a whole reply. */
const MAX_CUT_ATTEMPTS = 2;

interface ReplyHandlers extends Pick<AgentContext, 'emit' | 'reportActivity'> {
  readonly names: SentNames;
  readonly checkWarnings: (warnings: readonly SharedV4Warning[]) => void;
}

export async function generateReply(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { names, checkWarnings }: ReplyHandlers,
): Promise<Reply> {
  const { content, finishReason, usage, providerMetadata, warnings, response } =
    await model.doGenerate(call);
  checkWarnings(warnings);
  const named = content.map((part) => restoreNames(part, names));
  const modelId = response?.modelId;
  return { content: named, finishReason, usage, providerMetadata, modelId };
}

export async function streamReply(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  { names, checkWarnings, emit, reportActivity }: ReplyHandlers,
): Promise<Reply> {
  const { stream } = await model.doStream(call);
  const collector = createStreamCollector();
  const isHeld = createArgumentHold(names);
  let modelId: string | undefined;
  // An error of a part cancels the stream, which releases the connection.
  for await (const part of stream) {
    reportActivity?.();
    if (part.type === 'response-metadata') modelId = part.modelId;
    if (part.type === 'stream-start') checkWarnings(part.warnings);
    const restored = restoreNames(part, names);
    const delta = isHeld(restored) ? undefined : collector.addPart(restored);
    if (delta) emit(delta);
  }
  const { content, finish } = collector.end();
  if (finish === undefined || isInterrupted(finish.finishReason)) {
    throw new ModelError('provider-error', 'the reply ended before it was complete', {
      retryable: true,
      maxAttempts: MAX_CUT_ATTEMPTS,
    });
  }
  const { finishReason, usage, providerMetadata } = finish;
  return { content, finishReason, usage, providerMetadata, modelId };
}

/** Replaces the names that the provider received by the tool's own names. */
function restoreNames<Part extends LanguageModelV4StreamPart | LanguageModelV4Content>(
  part: Part,
  names: SentNames,
): Part {
  if (part.type !== 'tool-call' && part.type !== 'tool-input-start') return part;
  if (part.providerExecuted === true) return part;
  const toolName = names.toToolName(part.toolName);
  return part.type === 'tool-call'
    ? { ...part, toolName, input: names.restore(toolName, part.input) }
    : { ...part, toolName };
}

/**
 * Returns a function that tells whether a part belongs to arguments whose names are restored only
 * when the call is complete.
 */
function createArgumentHold({
  hasRenamed,
}: ArgumentNames): (part: LanguageModelV4StreamPart) => boolean {
  const held = new Set<string>();
  return (part) => {
    if (part.type === 'tool-input-start' && hasRenamed(part.toolName)) held.add(part.id);
    const isInput = part.type === 'tool-input-start' || part.type === 'tool-input-delta';
    return isInput && held.has(part.id);
  };
}

/** Whether a connection was cut, which packages report as `interrupted` or `other`. */
function isInterrupted({ unified, raw }: LanguageModelV4FinishReason): boolean {
  return unified === 'interrupted' || (unified === 'other' && raw === undefined);
}
