import { readAgentFolder, type ReadFolderOptions } from '#agents/folder';
import { loadLocalEmbedder, LOCAL_MODEL } from '#agents/model';
import { mergeVariables } from '../folder-model.ts';
import { getEmbeddingModelName, NO_MODEL } from './context-selection-options.ts';

/** Describes for users how an agent's context is chosen per message. Throws `FolderError`. */
export async function describeContextSelectionMethod(
  path: string,
  options: ReadFolderOptions,
): Promise<string> {
  const folder = readAgentFolder(path, options);
  const model = getEmbeddingModelName(folder.settings, mergeVariables(folder, options));
  if (model === NO_MODEL)
    return 'context is chosen by matching words only, because vectors are turned off';
  if (model !== undefined && model !== LOCAL_MODEL) {
    return `context is chosen by matching words and meaning, with the embedding model ${model}`;
  }
  const local = await loadLocalEmbedder();
  if (local)
    return `context is chosen by matching words and meaning, with the sentence model ${local.model}`;
  return 'context is chosen by matching words only: install @timestep-ai/embedder to choose it by meaning';
}
