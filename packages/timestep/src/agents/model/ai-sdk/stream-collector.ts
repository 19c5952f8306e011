import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { Delta } from '#engine/port';
import {
  startCall,
  startText,
  completeCall,
  blocksToContent,
  endText,
  appendCallArguments,
  appendText,
  createStreamBlocks,
} from './stream-blocks.ts';

/** A reply read from a stream. `finish` is undefined if the stream ended too early. */
export interface StreamedReply {
  readonly content: readonly LanguageModelV4Content[];
  readonly finish: StreamFinish | undefined;
}

interface StreamFinish {
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
  readonly providerMetadata?: SharedV4ProviderMetadata;
}

/** Collects a streamed reply. `add` returns the delta to display, or throws stream errors. */
export interface StreamCollector {
  add(part: LanguageModelV4StreamPart): Delta | undefined;
  end(): StreamedReply;
}

export function createStreamCollector(): StreamCollector {
  const blocks = createStreamBlocks();
  let finish: StreamFinish | undefined;

  function add(part: LanguageModelV4StreamPart): Delta | undefined {
    switch (part.type) {
      case 'text-start':
        startText(blocks, 'text', part);
        return undefined;
      case 'reasoning-start':
        startText(blocks, 'reasoning', part);
        return undefined;
      case 'text-delta':
        return appendText(blocks, 'text', part);
      case 'reasoning-delta':
        return appendText(blocks, 'reasoning', part);
      case 'text-end':
      case 'reasoning-end':
        endText(blocks, part);
        return undefined;
      case 'tool-input-start':
        return startCall(blocks, part);
      case 'tool-input-delta':
        return appendCallArguments(blocks, part);
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

  return { add, end: () => ({ content: blocksToContent(blocks), finish }) };
}
