/** One piece of a streamed answer. */
export const TOKEN = 'token ';

/** Creates the message that requests an answer in this number of pieces. */
export function createRequestText(chunks: number): string {
  return `stream ${chunks} chunks`;
}

/** Returns the number of pieces that a message requests; 0 for any other message. */
export function parseChunkCount(text: string): number {
  const [, chunks = '0'] = /^stream (\d+) chunks$/.exec(text) ?? [];
  return Number(chunks);
}
