import { A2A_HEADERS } from '../a2a/wire.ts';
import { createRequestText, TOKEN } from './tokens.ts';

const LONGEST_MS = 60_000;

/** Requests a streamed answer of an agent, reads it to its end and checks every piece. */
export async function readStream(url: string, chunks: number, number: number): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    signal: AbortSignal.timeout(LONGEST_MS),
    headers: { ...A2A_HEADERS, accept: 'text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: number,
      method: 'SendStreamingMessage',
      params: {
        message: {
          messageId: `message-${number}`,
          role: 'ROLE_USER',
          parts: [{ text: createRequestText(chunks) }],
        },
      },
    }),
  });
  const problem = findProblem(await response.text(), chunks);
  if (problem !== undefined) throw new Error(`a stream of ${chunks} chunks: ${problem}`);
}

/**
 * Returns the error of a stream that should contain a text in this number of pieces, each sent
 * separately.
 */
export function findProblem(body: string, chunks: number): string | undefined {
  let text = '';
  let pieces = 0;
  let state: string | undefined;
  for (const [, data = ''] of body.matchAll(/^data: ?(.*)$/gm)) {
    const { result, error } = JSON.parse(data) as { result?: WireEvent; error?: unknown };
    if (error !== undefined) return `the stream says ${data}`;
    const { artifactUpdate, statusUpdate, task } = result ?? {};
    state = statusUpdate?.status?.state ?? task?.status?.state ?? state;
    const added = (artifactUpdate?.artifact?.parts ?? []).map((part) => part.text ?? '').join('');
    if (artifactUpdate?.append === false) text = '';
    text += added;
    if (added !== '') pieces += 1;
  }
  if (text !== TOKEN.repeat(chunks)) return `${text.length} characters of text in ${pieces} pieces`;
  if (pieces < chunks) return `${pieces} pieces instead of ${chunks}`;
  return state === 'TASK_STATE_COMPLETED' ? undefined : `the task ended as ${state}`;
}

interface WireEvent {
  readonly task?: WireStatus;
  readonly statusUpdate?: WireStatus;
  readonly artifactUpdate?: {
    readonly append?: boolean;
    readonly artifact?: { readonly parts?: readonly { readonly text?: string }[] };
  };
}

interface WireStatus {
  readonly status?: { readonly state?: string };
}
