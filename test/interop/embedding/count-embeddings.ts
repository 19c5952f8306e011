/** Preloaded by a test: appends each text that this process embeds to the file `EMBEDDED_LOG`, as JSON. */
import { appendFileSync } from 'node:fs';
import { getSharedEmbedder } from '@timestep-ai/embedder';

const { EMBEDDED_LOG = '' } = process.env;
const shared = getSharedEmbedder();
const embed = shared.embed.bind(shared);

shared.embed = async (texts, signal) => {
  const vectors = await embed(texts, signal);
  for (const text of texts) appendFileSync(EMBEDDED_LOG, `${JSON.stringify(text)}\n`);
  return vectors;
};
