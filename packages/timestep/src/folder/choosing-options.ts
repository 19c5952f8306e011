import type { TurnSettings } from '../core/index.ts';
import { contextWindowOrDefault } from '../model/index.ts';
import type { VectorStore } from '../port/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import type { ChoosingOptions } from './choosing-environment.ts';
import { ownModelName, variablesOf, type FolderModelOptions } from './folder-model.ts';
import { includeOf } from './include-of.ts';
import type { MeasureNearness } from './nearness.ts';

/** How context is chosen for a folder: for the model in use, and by vectors where it names a model for them. */
export function choosingOptions(
  folder: AgentFolder,
  options: FolderModelOptions,
  vectors: () => VectorStore | Promise<VectorStore> | undefined,
): Omit<ChoosingOptions, 'readSkill'> {
  const allServers = [...folder.servers, ...folder.internalServers];
  const env = variablesOf(folder, options);
  const own = ownModelName(folder, options);
  const windows = new Map<string | undefined, Promise<number>>();

  function windowOf(model: string | undefined): Promise<number> {
    const known = windows.get(model) ?? contextWindowOrDefault(model, env);
    windows.set(model, known);
    return known;
  }

  const { embeddingModel } = folder.settings;
  let measuring: Promise<MeasureNearness> | undefined;

  /** Loaded with the first message, and only where it is needed. */
  async function loadNearness(model: string): Promise<MeasureNearness> {
    const { nearnessBy } = await import('./nearness.ts');
    const { embeddingTimeoutS: timeoutS } = options;
    return nearnessBy({ model, env, vectors, ...(timeoutS !== undefined && { timeoutS }) });
  }

  return {
    window: (turn?: TurnSettings) => windowOf(turn?.model ?? own),
    includeOf: (tool) => includeOf(allServers, tool),
    ...(embeddingModel !== undefined && {
      nearness: async (message, items, signal) => {
        measuring ??= loadNearness(embeddingModel);
        return (await measuring)(message, items, signal);
      },
    }),
  };
}
