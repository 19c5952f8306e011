import type { AGUIEvent } from '@ag-ui/client';
import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import type { Observable } from 'rxjs';
import type { KeptAgent } from '../kept-agent.ts';
import { toResume, toRunMessages } from './from-messages.ts';
import { toChunks, type StartedCall } from './to-chunks.ts';

/** Creates a transport by which `useChat` speaks to an agent over AG-UI. */
export function createChatTransport(agent: KeptAgent): ChatTransport<UIMessage> {
  return {
    sendMessages({ messages, abortSignal }) {
      sessionStorage.setItem(MESSAGES, JSON.stringify(messages));
      const input = {
        threadId: agent.threadId,
        runId: crypto.randomUUID(),
        messages: toRunMessages(messages),
        resume: toResume(messages),
        tools: [],
        context: [],
      };
      return Promise.resolve(streamChunks(agent.run(input), abortSignal));
    },
    reconnectToStream({ abortSignal }) {
      return Promise.resolve(agent.kept ? streamChunks(agent.connect(), abortSignal) : null);
    },
  };
}

const MESSAGES = 'use-chat messages';

/** Returns the messages with which the last run was started. */
export function loadMessages(): UIMessage[] {
  return JSON.parse(sessionStorage.getItem(MESSAGES) ?? '[]') as UIMessage[];
}

function streamChunks(
  events: Observable<unknown>,
  abortSignal: AbortSignal | undefined,
): ReadableStream<UIMessageChunk> {
  const started = new Map<string, StartedCall>();
  return new ReadableStream({
    start(stream) {
      const reading = events.subscribe({
        next(event) {
          for (const chunk of toChunks(event as AGUIEvent, started)) stream.enqueue(chunk);
        },
        error: (thrown) => stream.error(thrown),
        complete: () => stream.close(),
      });
      abortSignal?.addEventListener('abort', () => {
        reading.unsubscribe();
        stream.error(abortSignal.reason);
      });
    },
  });
}
