import type { Embedder } from './create-embedder.ts';

/** The sentence model of `@timestep-ai/embedder`, which runs in this process. */
export interface LocalEmbedder {
  /** Name of the model, which contains a digest of its weights. */
  readonly model: string;
  readonly embed: Embedder;
}

/** Name of the sentence model in settings. */
export const LOCAL_MODEL = 'local';

const PACKAGE = '@timestep-ai/embedder';

interface EmbedderPackage {
  readonly getSharedEmbedder: () => LocalEmbedder;
}

/**
 * Returns the sentence model if its package is installed, otherwise undefined. Texts are embedded in a
 * thread that all callers share.
 */
export async function loadLocalEmbedder(): Promise<LocalEmbedder | undefined> {
  try {
    const { getSharedEmbedder } = (await import(PACKAGE)) as EmbedderPackage;
    const { model, embed } = getSharedEmbedder();
    return { model, embed };
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    // In a clone of the repository, the package exists, but its model may not have been built.
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'model-missing') return undefined;
    throw thrown;
  }
}
