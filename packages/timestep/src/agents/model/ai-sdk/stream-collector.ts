import type {
  LanguageModelV4Content,
  LanguageModelV4CustomContent,
  LanguageModelV4Source,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { Delta } from '#engine/port';

/** A reply read from a stream. `finish` is undefined if the stream ended too early. */
export interface StreamedReply {
  readonly content: readonly LanguageModelV4Content[];
  readonly finish: PartOf<'finish'> | undefined;
}

/** Collects a streamed reply. `addPart` returns the delta to display, or throws stream errors. */
export interface StreamCollector {
  addPart(part: LanguageModelV4StreamPart): Delta | undefined;
  end(): StreamedReply;
}

type PartOf<Type extends LanguageModelV4StreamPart['type']> = Extract<
  LanguageModelV4StreamPart,
  { type: Type }
>;

interface StreamBlocks {
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

export function createStreamCollector(): StreamCollector {
  const blocks: StreamBlocks = { inOrder: [], texts: new Map(), calls: new Map() };
  let finish: PartOf<'finish'> | undefined;
  function addPart(part: LanguageModelV4StreamPart): Delta | undefined {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        addTextBlock(blocks, getTextBlockType(part), part.id).metadata = part.providerMetadata;
        return undefined;
      case 'text-delta':
      case 'reasoning-delta':
        return appendText(blocks, part);
      case 'text-end':
      case 'reasoning-end':
        endTextBlock(blocks, part);
        return undefined;
      case 'tool-input-start':
        return startCall(blocks, part);
      case 'tool-input-delta':
        return showCallArguments(blocks, part);
      case 'tool-call':
        return completeToolCallBlock(blocks, part);
      case 'custom':
      case 'source':
        blocks.inOrder.push(part);
        return undefined;
      case 'finish':
        finish = part;
        return undefined;
      case 'error':
        throw part.error;
      case 'tool-input-end':
      case 'tool-result':
      case 'tool-approval-request':
      case 'file':
      case 'reasoning-file':
      case 'stream-start':
      case 'response-metadata':
      case 'ping':
      case 'raw':
        return undefined;
    }
  }
  return { addPart, end: () => ({ content: blocks.inOrder.flatMap(blockToContent), finish }) };
}

function getTextBlockType({
  type,
}: PartOf<'text-start' | 'text-delta' | 'reasoning-start' | 'reasoning-delta'>) {
  return type === 'text-start' || type === 'text-delta' ? 'text' : 'reasoning';
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

function appendText(
  blocks: StreamBlocks,
  part: PartOf<'text-delta' | 'reasoning-delta'>,
): Delta | undefined {
  const { id, delta, providerMetadata } = part;
  const type = getTextBlockType(part);
  const block = blocks.texts.get(id) ?? addTextBlock(blocks, type, id);
  block.text += delta;
  // Signatures of reasoning arrive with a late delta or at the end of the block.
  block.metadata = providerMetadata ?? block.metadata;
  return delta === '' ? undefined : { type, text: delta };
}

function endTextBlock(
  { texts }: StreamBlocks,
  { id, providerMetadata }: PartOf<'text-end' | 'reasoning-end'>,
): void {
  const block = texts.get(id);
  if (block) block.metadata = providerMetadata ?? block.metadata;
  texts.delete(id);
}

/** Starts a tool call. A call that the provider executes itself is not displayed. */
function startCall(
  blocks: StreamBlocks,
  { id, toolName, providerExecuted }: PartOf<'tool-input-start'>,
): Delta | undefined {
  if (providerExecuted === true) return undefined;
  const { index, name } = getOrAddCall(blocks, id, toolName);
  return { type: 'tool-call', index, id, name, arguments: '' };
}

function showCallArguments(
  { calls }: StreamBlocks,
  { id, delta }: PartOf<'tool-input-delta'>,
): Delta | undefined {
  const block = calls.get(id);
  if (block === undefined || delta === '') return undefined;
  block.isShown = true;
  return { type: 'tool-call', index: block.index, id, name: block.name, arguments: delta };
}

/** Completes a tool call. Returns its arguments as a delta if none were emitted before. */
function completeToolCallBlock(blocks: StreamBlocks, part: PartOf<'tool-call'>): Delta | undefined {
  if (part.providerExecuted === true) return undefined;
  const { toolCallId: id, toolName: name, input } = part;
  const block = getOrAddCall(blocks, id, name);
  block.done = part;
  if (block.isShown) return undefined;
  block.isShown = true;
  return { type: 'tool-call', index: block.index, id, name, arguments: input };
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
  if (block.type === 'call') return block.done ? [block.done] : [];
  if (block.type === 'custom' || block.type === 'source') return [block];
  const { type, text, metadata } = block;
  return [metadata ? { type, text, providerMetadata: metadata } : { type, text }];
}
