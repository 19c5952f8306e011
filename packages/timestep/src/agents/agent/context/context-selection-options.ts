import { omitUndefined, type TurnSettings } from '#core';
import type { VectorStore } from '#engine/port';
import type { AgentFolder } from '#agents/folder';
import { getContextWindowOrDefault } from '#agents/model';
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

  const { embeddingModel } = folder.settings;
  let measuring: Promise<MeasureSimilarity> | undefined;

  async function loadSimilarityMeasure(model: string): Promise<MeasureSimilarity> {
    const { createSimilarityMeasure } = await import('./message-similarity.ts');
    const deadline = omitUndefined({ timeoutS: options.embeddingTimeoutS });
    return createSimilarityMeasure({ model, env, vectors, ...deadline });
  }

  return {
    getContextWindow: (turn?: TurnSettings) => getCachedContextWindow(turn?.model ?? own),
    getIncludeMode: (tool) => getIncludeMode(allServers, tool),
    ...(embeddingModel !== undefined && {
      measureSimilarity: async (message, items, signal) => {
        measuring ??= loadSimilarityMeasure(embeddingModel);
        return (await measuring)(message, items, signal);
      },
    }),
  };
}
