export { createEmbedder, type LocalEmbedder } from './create-embedder.ts';
export { EmbedderError, type EmbedderErrorCode } from './embedder-error.ts';
export { getSharedEmbedder } from './shared-embedder.ts';
