/** One piece of a streamed answer. */
export const TOKEN = 'token ';

/** Builds the message that requests an answer in `chunks` pieces. */
export function askFor(chunks: number): string {
  return `stream ${chunks} chunks`;
}

/** How many pieces a message asks for; 0 for any other message. */
export function chunksAskedFor(text: string): number {
  const [, chunks = '0'] = /^stream (\d+) chunks$/.exec(text) ?? [];
  return Number(chunks);
}
