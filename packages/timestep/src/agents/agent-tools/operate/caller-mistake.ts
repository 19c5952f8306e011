import { createNoSuchPartError } from '#agents/folder';

/**
 * Error codes of MCP servers for requests that name an unknown tool, prompt or resource (JSON-RPC
 * and MCP).
 */
const MISTAKES: readonly unknown[] = [-32_602, -32_002, -32_601];

/** Runs a request to a server. Converts errors caused by wrong arguments to `FolderError`. */
export async function convertCallerMistakes<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (thrown) {
    if (!isUnknownNameError(thrown)) throw thrown;
    throw createNoSuchPartError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function isUnknownNameError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ('code' in thrown && MISTAKES.includes(thrown.code)) || isUnknownNameError(thrown.cause);
}
