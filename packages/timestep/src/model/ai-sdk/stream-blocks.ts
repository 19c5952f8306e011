import type {
  LanguageModelV4Content,
  LanguageModelV4CustomContent,
  LanguageModelV4Source,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { Delta } from '../../port/index.ts';

/** The blocks of a reply that is being streamed: text, reasoning, tool calls, sources and custom parts. */
export interface StreamBlocks {
  readonly inOrder: Block[];
  /** Texts and reasoning that may still grow, by id; a stream may use an id again. */
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
  /** Whether some of its arguments have been shown. */
  isShown: boolean;
  done: LanguageModelV4ToolCall | undefined;
}

type Block = TextBlock | CallBlock | LanguageModelV4CustomContent | LanguageModelV4Source;

type PartOf<Type extends LanguageModelV4StreamPart['type']> = Extract<
  LanguageModelV4StreamPart,
  { type: Type }
>;

export function noBlocks(): StreamBlocks {
  return { inOrder: [], texts: new Map(), calls: new Map() };
}

export function beginText(
  blocks: StreamBlocks,
  type: TextBlock['type'],
  { id, providerMetadata }: PartOf<'text-start' | 'reasoning-start'>,
): void {
  openText(blocks, type, id).metadata = providerMetadata;
}

/** Adds a piece of text, and returns what to show. */
export function growText(
  blocks: StreamBlocks,
  type: TextBlock['type'],
  { id, delta, providerMetadata }: PartOf<'text-delta' | 'reasoning-delta'>,
): Delta | undefined {
  const block = blocks.texts.get(id) ?? openText(blocks, type, id);
  block.text += delta;
  // The newest metadata wins: signatures come with a late delta or with the end.
  block.metadata = providerMetadata ?? block.metadata;
  return delta === '' ? undefined : { type, text: delta };
}

export function endText(
  { texts }: StreamBlocks,
  { id, providerMetadata }: PartOf<'text-end' | 'reasoning-end'>,
): void {
  const block = texts.get(id);
  if (block) block.metadata = providerMetadata ?? block.metadata;
  texts.delete(id);
}

/** Begins a call and returns what to show; does nothing where the provider runs the tool itself. */
export function beginCall(
  blocks: StreamBlocks,
  { id, toolName, providerExecuted }: PartOf<'tool-input-start'>,
): Delta | undefined {
  if (providerExecuted === true) return undefined;
  const { index, name } = callOf(blocks, id, toolName);
  return { type: 'tool-call', index, id, name, arguments: '' };
}

export function growCall(
  { calls }: StreamBlocks,
  { id, delta }: PartOf<'tool-input-delta'>,
): Delta | undefined {
  const block = calls.get(id);
  if (block === undefined || delta === '') return undefined;
  block.isShown = true;
  return { type: 'tool-call', index: block.index, id, name: block.name, arguments: delta };
}

/** Takes the whole call. Its arguments are shown where none of them have been. */
export function completeCall(blocks: StreamBlocks, part: PartOf<'tool-call'>): Delta | undefined {
  if (part.providerExecuted === true) return undefined;
  const { toolCallId: id, toolName: name, input } = part;
  const block = callOf(blocks, id, name);
  block.done = part;
  if (block.isShown) return undefined;
  block.isShown = true;
  return { type: 'tool-call', index: block.index, id, name, arguments: input };
}

export function contentOfBlocks({ inOrder }: StreamBlocks): LanguageModelV4Content[] {
  return inOrder.flatMap(contentOf);
}

function openText(
  { inOrder, texts }: StreamBlocks,
  type: TextBlock['type'],
  id: string,
): TextBlock {
  const block: TextBlock = { type, text: '', metadata: undefined };
  inOrder.push(block);
  texts.set(id, block);
  return block;
}

/** The call of that id, begun where there is none. */
function callOf({ inOrder, calls }: StreamBlocks, id: string, name: string): CallBlock {
  const known = calls.get(id);
  if (known) return known;
  const index = calls.size;
  const block: CallBlock = { type: 'call', index, name, isShown: false, done: undefined };
  inOrder.push(block);
  calls.set(id, block);
  return block;
}

function contentOf(block: Block): LanguageModelV4Content[] {
  switch (block.type) {
    case 'text':
    case 'reasoning': {
      const { type, text, metadata } = block;
      return [metadata ? { type, text, providerMetadata: metadata } : { type, text }];
    }
    case 'call':
      // A call that was begun and never completed has no arguments to act on.
      return block.done ? [block.done] : [];
    case 'custom':
    case 'source':
      return [block];
  }
}
