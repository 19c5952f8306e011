import type {
  LanguageModelV4Content,
  LanguageModelV4CustomContent,
  LanguageModelV4Source,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { Delta } from '#engine/port';

export interface StreamBlocks {
  readonly inOrder: Block[];
  /** Text blocks by id; a stream may reuse an id. */
  readonly texts: Map<string, TextBlock>;
  readonly calls: Map<string, CallBlock>;
}

interface TextBlock {
  readonly type: 'text' | 'reasoning';
  text: string;
  metadata: SharedV4ProviderMetadata | undefined;
}

interface CallBlock {
  readonly type: 'call';
  readonly index: number;
  readonly name: string;
  isShown: boolean;
  done: LanguageModelV4ToolCall | undefined;
}

type Block = TextBlock | CallBlock | LanguageModelV4CustomContent | LanguageModelV4Source;

type StreamPartOfType<Type extends LanguageModelV4StreamPart['type']> = Extract<
  LanguageModelV4StreamPart,
  { type: Type }
>;

export function createStreamBlocks(): StreamBlocks {
  return { inOrder: [], texts: new Map(), calls: new Map() };
}

export function startText(
  blocks: StreamBlocks,
  type: TextBlock['type'],
  { id, providerMetadata }: StreamPartOfType<'text-start' | 'reasoning-start'>,
): void {
  addTextBlock(blocks, type, id).metadata = providerMetadata;
}

/** Appends text to a block. Returns the delta to display. */
export function appendText(
  blocks: StreamBlocks,
  type: TextBlock['type'],
  { id, delta, providerMetadata }: StreamPartOfType<'text-delta' | 'reasoning-delta'>,
): Delta | undefined {
  const block = blocks.texts.get(id) ?? addTextBlock(blocks, type, id);
  block.text += delta;
  // Signatures of reasoning arrive with a late delta or at the end of the block.
  block.metadata = providerMetadata ?? block.metadata;
  return delta === '' ? undefined : { type, text: delta };
}

export function endText(
  { texts }: StreamBlocks,
  { id, providerMetadata }: StreamPartOfType<'text-end' | 'reasoning-end'>,
): void {
  const block = texts.get(id);
  if (block) block.metadata = providerMetadata ?? block.metadata;
  texts.delete(id);
}

/** Starts a tool call. Returns the delta to display; undefined if the provider runs the tool. */
export function startCall(
  blocks: StreamBlocks,
  { id, toolName, providerExecuted }: StreamPartOfType<'tool-input-start'>,
): Delta | undefined {
  if (providerExecuted === true) return undefined;
  const { index, name } = getOrAddCall(blocks, id, toolName);
  return { type: 'tool-call', index, id, name, arguments: '' };
}

export function appendCallArguments(
  { calls }: StreamBlocks,
  { id, delta }: StreamPartOfType<'tool-input-delta'>,
): Delta | undefined {
  const block = calls.get(id);
  if (block === undefined || delta === '') return undefined;
  block.isShown = true;
  return { type: 'tool-call', index: block.index, id, name: block.name, arguments: delta };
}

/** Completes a tool call. Returns its arguments as a delta if none were emitted before. */
export function completeCall(
  blocks: StreamBlocks,
  part: StreamPartOfType<'tool-call'>,
): Delta | undefined {
  if (part.providerExecuted === true) return undefined;
  const { toolCallId: id, toolName: name, input } = part;
  const block = getOrAddCall(blocks, id, name);
  block.done = part;
  if (block.isShown) return undefined;
  block.isShown = true;
  return { type: 'tool-call', index: block.index, id, name, arguments: input };
}

export function blocksToContent({ inOrder }: StreamBlocks): LanguageModelV4Content[] {
  return inOrder.flatMap(blockToContent);
}

function addTextBlock(
  { inOrder, texts }: StreamBlocks,
  type: TextBlock['type'],
  id: string,
): TextBlock {
  const block: TextBlock = { type, text: '', metadata: undefined };
  inOrder.push(block);
  texts.set(id, block);
  return block;
}

function getOrAddCall({ inOrder, calls }: StreamBlocks, id: string, name: string): CallBlock {
  const known = calls.get(id);
  if (known) return known;
  const index = calls.size;
  const block: CallBlock = { type: 'call', index, name, isShown: false, done: undefined };
  inOrder.push(block);
  calls.set(id, block);
  return block;
}

function blockToContent(block: Block): LanguageModelV4Content[] {
  switch (block.type) {
    case 'text':
    case 'reasoning': {
      const { type, text, metadata } = block;
      return [metadata ? { type, text, providerMetadata: metadata } : { type, text }];
    }
    case 'call':
      return block.done ? [block.done] : [];
    case 'custom':
    case 'source':
      return [block];
  }
}
