import { createEmbedder, type LocalEmbedder } from './create-embedder.ts';

// One thread serves all agents of a process, because each thread holds the weights in memory.
let shared: LocalEmbedder | undefined;

/** Returns the embedder that all callers in this process share. It lives as long as the process. */
export function getSharedEmbedder(): LocalEmbedder {
  shared ??= createEmbedder();
  return shared;
}
