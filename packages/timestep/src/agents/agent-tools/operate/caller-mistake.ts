import { createNoPartError } from '#agents/folder';

/** Codes by which a server says that a request names something unknown (JSON-RPC 2.0; MCP, Resources). */
const MISTAKES: readonly unknown[] = [-32_602, -32_002, -32_601];

/** Runs a request to a server, and tells what the sender of its arguments got wrong from other failures. */
export async function findCallerMistakes<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (thrown) {
    if (!isMistake(thrown)) throw thrown;
    throw createNoPartError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function isMistake(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ('code' in thrown && MISTAKES.includes(thrown.code)) || isMistake(thrown.cause);
}
