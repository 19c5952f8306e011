import { resolve } from 'node:path';
import { omitUndefined } from '#core';
import {
  createAgent,
  createLocalAgent,
  ModelError,
  modelFromEnv,
  withTurnModel,
  type EnvironmentVariables,
} from '#agents/model';
import type { AgentFn } from '#engine/port';
import { type AgentFolder, FolderError, type ReadFolderOptions } from '#agents/folder';

/** Options for creating the model with which an agent's folder answers. */
export interface FolderModelOptions extends ReadFolderOptions {
  /** A model name or an agent function that replaces the folder's model. */
  readonly model?: string | AgentFn;
  /** Maximum seconds without output during a reply. Default: the folder's setting. */
  readonly timeoutS?: number;
  /** Maximum seconds that a message waits for embedding vectors. Default: 10. */
  readonly embeddingTimeoutS?: number;
  /** Number of retries of a failed model call. Default: as for `createAgent`. */
  readonly retries?: number;
}

/** Creates a folder's model. A session may replace it. Throws `FolderError`, `ModelError`. */
export function createFolderModel(folder: AgentFolder, options: FolderModelOptions): AgentFn {
  const { model } = options;
  const { path } = folder;
  const own = typeof model === 'function' ? model : getAgentModelName(folder, options);
  if (own === undefined) {
    const message = `${path} has no model: set settings.model in tsagent.json, such as "openai/gpt-5-mini" with OPENAI_API_KEY, or "ollama/llama3.2" for a model on this machine. "timestep models" lists more.`;
    throw new FolderError(message);
  }
  const answering =
    typeof own === 'function'
      ? own
      : createSessionModel(own, folder, options, (file) => resolve(path, file));
  return withTurnModel(answering, (name) => createSessionModel(name, folder, options));
}

/** Creates the model that a session chose; scripts are refused. Throws `ModelError` with advice. */
export function createSessionModel(
  name: string,
  folder: AgentFolder,
  options: FolderModelOptions,
  resolvePath: (file: string) => string = throwScriptNotAllowed,
): AgentFn {
  const { retries } = options;
  const { temperature, topP, maxTokens, promptCaching, totalTimeoutS } = folder.settings;
  // A model that a user or a program has chosen instead of the folder's model has no fallback models.
  const fallbackModels =
    name === folder.settings.model ? folder.settings.fallbackModels : undefined;
  const timeoutS = options.timeoutS ?? folder.settings.timeoutS;
  return (
    createLocalAgent(name, resolvePath) ??
    createAgent({
      model: name,
      env: mergeVariables(folder, options),
      ...omitUndefined({ temperature, topP, maxTokens, promptCaching }),
      ...omitUndefined({ timeoutS, totalTimeoutS, retries, fallbackModels }),
    })
  );
}

export function getAgentModelName(
  folder: Pick<AgentFolder, 'settings' | 'env'>,
  options: Pick<FolderModelOptions, 'model' | 'env'>,
): string | undefined {
  const { model } = options;
  if (typeof model === 'function') return undefined;
  return model ?? folder.settings.model ?? modelFromEnv(mergeVariables(folder, options));
}

export function mergeVariables(
  { env: own }: Pick<AgentFolder, 'env'>,
  { env = process.env }: Pick<FolderModelOptions, 'env'>,
): EnvironmentVariables {
  return { ...env, ...own };
}

/** Refuses a script file as a model, because only folders may name files of this machine. */
function throwScriptNotAllowed(file: string): never {
  const message = `a session cannot use a script as its model: use a model name, or set settings.model of the folder to ${file}`;
  throw new ModelError('model-not-found', message);
}
