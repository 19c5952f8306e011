import { omitUndefined, type TurnSettings } from '#core';
import type { VectorStore } from '#engine/port';
import type { AgentFolder } from '#agents/folder';
import { getContextWindowOrDefault, type EnvironmentVariables } from '#agents/model';
import { getIncludeMode } from '../environment/include-mode.ts';
import { getAgentModelName, mergeVariables, type FolderModelOptions } from '../folder-model.ts';
import type { ContextSelectionOptions } from './context-selection.ts';
import type { MeasureSimilarity } from './message-similarity.ts';

export function createContextSelectionOptions(
  folder: AgentFolder,
  options: FolderModelOptions,
  vectors: () => VectorStore | Promise<VectorStore> | undefined,
): Omit<ContextSelectionOptions, 'readSkill'> {
  const allServers = [...folder.servers, ...folder.internalServers];
  const env = mergeVariables(folder, options);
  const own = getAgentModelName(folder, options);
  const windows = new Map<string | undefined, Promise<number>>();

  function getCachedContextWindow(model: string | undefined): Promise<number> {
    const known = windows.get(model) ?? getContextWindowOrDefault(model, env);
    windows.set(model, known);
    return known;
  }

  const embeddingModel = getEmbeddingModelName(folder.settings, env);
  let measuring: Promise<MeasureSimilarity> | undefined;

  async function loadSimilarityMeasure(model: string | undefined): Promise<MeasureSimilarity> {
    const { createSimilarityMeasure } = await import('./message-similarity.ts');
    const deadline = omitUndefined({ timeoutS: options.embeddingTimeoutS });
    return createSimilarityMeasure({ model, env, vectors, ...deadline });
  }

  return {
    getContextWindow: (turn?: TurnSettings) => getCachedContextWindow(turn?.model ?? own),
    getIncludeMode: (tool) => getIncludeMode(allServers, tool),
    ...(embeddingModel !== NO_MODEL && {
      measureSimilarity: async (message, items, signal) => {
        if (items.length === 0) return {};
        measuring ??= loadSimilarityMeasure(embeddingModel);
        return (await measuring)(message, items, signal);
      },
    }),
  };
}

/** Value of the setting or environment variable that turns embedding off. */
export const NO_MODEL = 'none';

const VARIABLE = 'TIMESTEP_EMBEDDING_MODEL';

/** Returns the embedding model of an agent. Undefined: the sentence model, if it is installed. */
export function getEmbeddingModelName(
  { embeddingModel }: AgentFolder['settings'],
  env: EnvironmentVariables,
): string | undefined {
  return (embeddingModel ?? env[VARIABLE] ?? process.env[VARIABLE]) || undefined;
}
