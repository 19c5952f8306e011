/** Preloaded by a test: appends each text that this process embeds to the file `EMBEDDED_LOG`, as JSON. */
import { appendFileSync } from 'node:fs';

interface SharedEmbedder {
  embed: (texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[]>;
}

/** Imported by a variable, because its source needs the types of WebAssembly. */
const PACKAGE = '@timestep-ai/embedder';
const { getSharedEmbedder } = (await import(PACKAGE)) as {
  getSharedEmbedder: () => SharedEmbedder;
};

const { EMBEDDED_LOG = '' } = process.env;
const shared = getSharedEmbedder();
const embed = shared.embed;

shared.embed = async (texts, signal) => {
  const vectors = await embed(texts, signal);
  for (const text of texts) appendFileSync(EMBEDDED_LOG, `${JSON.stringify(text)}\n`);
  return vectors;
};
