import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { Delta } from '../../port/index.ts';
import {
  beginCall,
  beginText,
  completeCall,
  contentOfBlocks,
  endText,
  growCall,
  growText,
  noBlocks,
} from './stream-blocks.ts';

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

export function createStreamFold(): StreamFold {
  const blocks = noBlocks();
  let finish: StreamFinish | undefined;

  function add(part: LanguageModelV4StreamPart): Delta | undefined {
    switch (part.type) {
      case 'text-start':
        beginText(blocks, 'text', part);
        return undefined;
      case 'reasoning-start':
        beginText(blocks, 'reasoning', part);
        return undefined;
      case 'text-delta':
        return growText(blocks, 'text', part);
      case 'reasoning-delta':
        return growText(blocks, 'reasoning', part);
      case 'text-end':
      case 'reasoning-end':
        endText(blocks, part);
        return undefined;
      case 'tool-input-start':
        return beginCall(blocks, part);
      case 'tool-input-delta':
        return growCall(blocks, part);
      case 'tool-call':
        return completeCall(blocks, part);
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

  return { add, end: () => ({ content: contentOfBlocks(blocks), finish }) };
}
