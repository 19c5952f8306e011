import type { StreamMessage } from '@timestep-ai/timestep/view';
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** Reads the messages of an event stream. The response body is cancelled when the reading ends. */
export async function* readStreamMessages({ body }: Response): AsyncGenerator<StreamMessage> {
  const text = body?.pipeThrough(new TextDecoderStream());
  const reader = text?.pipeThrough(new EventSourceParserStream()).getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield JSON.parse(value.data) as StreamMessage;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
