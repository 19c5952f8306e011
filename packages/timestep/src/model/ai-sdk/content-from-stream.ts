import type {
  LanguageModelV4Content,
  LanguageModelV4CustomContent,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { Delta } from '../../port/index.ts';

/** A streamed reply, put together; `finish` is absent where the stream broke off. */
export interface StreamedReply {
  readonly content: readonly LanguageModelV4Content[];
  readonly finish: StreamFinish | undefined;
}

interface StreamFinish {
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
  readonly providerMetadata?: SharedV4ProviderMetadata;
}

/** Folds the parts of one stream. `add` returns what to show and throws the stream's own errors. */
export interface StreamFold {
  add(part: LanguageModelV4StreamPart): Delta | undefined;
  end(): StreamedReply;
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
  shown: boolean;
  done: LanguageModelV4ToolCall | undefined;
}

type Block = TextBlock | CallBlock | LanguageModelV4CustomContent;

export function createStreamFold(): StreamFold {
  const blocks: Block[] = [];
  const texts = new Map<string, TextBlock>();
  const calls = new Map<string, CallBlock>();
  let finish: StreamFinish | undefined;

  function beginText(id: string, type: TextBlock['type']): TextBlock {
    const block: TextBlock = { type, text: '', metadata: undefined };
    blocks.push(block);
    texts.set(id, block);
    return block;
  }

  function callOf(id: string, name: string): CallBlock {
    const known = calls.get(id);
    if (known) return known;
    const block: CallBlock = {
      type: 'call',
      index: calls.size,
      name,
      shown: false,
      done: undefined,
    };
    blocks.push(block);
    calls.set(id, block);
    return block;
  }

  function add(part: LanguageModelV4StreamPart): Delta | undefined {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        beginText(part.id, part.type === 'text-start' ? 'text' : 'reasoning').metadata =
          part.providerMetadata;
        return undefined;
      case 'text-delta':
      case 'reasoning-delta': {
        const type = part.type === 'text-delta' ? 'text' : 'reasoning';
        const block = texts.get(part.id) ?? beginText(part.id, type);
        block.text += part.delta;
        // The newest metadata wins: signatures come with a late delta or with the end.
        block.metadata = part.providerMetadata ?? block.metadata;
        return part.delta === '' ? undefined : { type, text: part.delta };
      }
      case 'text-end':
      case 'reasoning-end': {
        const block = texts.get(part.id);
        if (block) block.metadata = part.providerMetadata ?? block.metadata;
        texts.delete(part.id);
        return undefined;
      }
      case 'tool-input-start': {
        if (part.providerExecuted === true) return undefined;
        const { index, name } = callOf(part.id, part.toolName);
        return { type: 'tool-call', index, id: part.id, name, arguments: '' };
      }
      case 'tool-input-delta': {
        const block = calls.get(part.id);
        if (block === undefined || part.delta === '') return undefined;
        block.shown = true;
        const { index, name } = block;
        return { type: 'tool-call', index, id: part.id, name, arguments: part.delta };
      }
      case 'tool-call': {
        if (part.providerExecuted === true) return undefined;
        const { toolCallId: id, toolName: name, input } = part;
        const block = callOf(id, name);
        block.done = part;
        if (block.shown) return undefined;
        block.shown = true;
        return { type: 'tool-call', index: block.index, id, name, arguments: input };
      }
      case 'custom':
        blocks.push(part);
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
      case 'source':
      case 'stream-start':
      case 'response-metadata':
      case 'ping':
      case 'raw':
        return undefined;
    }
  }

  return { add, end: () => ({ content: blocks.flatMap(contentOf), finish }) };
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
      return [block];
  }
}
