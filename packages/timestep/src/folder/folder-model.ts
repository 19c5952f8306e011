import { resolve } from 'node:path';
import {
  createAgent,
  localAgent,
  ModelError,
  modelFromEnv,
  modelOfTurn,
  type EnvironmentVariables,
} from '../model/index.ts';
import type { AgentFn } from '../port/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { FolderError } from './folder-error.ts';
import type { ReadFolderOptions } from './read-agent-folder.ts';

/** Which model answers for a folder, and how. */
export interface FolderModelOptions extends ReadFolderOptions {
  /** Answers instead of the folder's model: the name of a model, or a function. */
  readonly model?: string | AgentFn;
  /** Seconds allowed for one reply of the model. */
  readonly timeoutS?: number;
  /** Seconds that a message waits for vectors, where the folder names a model for them. Default 10. */
  readonly embeddingTimeoutS?: number;
  /** How often a failed call of the model is made again; default as `createAgent` has it. */
  readonly retries?: number;
}

/**
 * The model of a folder, or what answers instead; in a turn of a session that names another model, that one.
 * Throws `FolderError` and `ModelError`.
 */
export function modelOf(folder: AgentFolder, options: FolderModelOptions): AgentFn {
  const { model } = options;
  const { path } = folder;
  const own = typeof model === 'function' ? model : ownModelName(folder, options);
  if (own === undefined) {
    const message = `${path} names no model: write settings.model, as "openai/gpt-4o-mini"`;
    throw new FolderError(message);
  }
  const answering =
    typeof own === 'function'
      ? own
      : agentNamed(own, folder, options, (file) => resolve(path, file));
  return modelOfTurn(answering, (name) => modelNamed(name, folder, options));
}

/** A model that a session names for a folder. Throws `ModelError` where it cannot be made, with what to do. */
export function modelNamed(
  name: string,
  folder: AgentFolder,
  options: FolderModelOptions,
): AgentFn {
  return agentNamed(name, folder, options, refuseFile);
}

function agentNamed(
  name: string,
  folder: AgentFolder,
  options: FolderModelOptions,
  resolvePath: (file: string) => string,
): AgentFn {
  const { timeoutS, retries } = options;
  const { temperature, topP, maxTokens } = folder.settings;
  return (
    localAgent(name, resolvePath) ??
    createAgent({
      model: name,
      env: variablesOf(folder, options),
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(timeoutS !== undefined && { timeoutS }),
      ...(retries !== undefined && { retries }),
    })
  );
}

/**
 * The model that answers for a folder where no session names another; `undefined` where a function does, or
 * nothing.
 */
export function ownModelName(
  folder: Pick<AgentFolder, 'settings' | 'env'>,
  options: Pick<FolderModelOptions, 'model' | 'env'>,
): string | undefined {
  const { model } = options;
  if (typeof model === 'function') return undefined;
  return model ?? folder.settings.model ?? modelFromEnv(variablesOf(folder, options));
}

/** The variables of the process, under those of the folder. */
export function variablesOf(
  { env: own }: Pick<AgentFolder, 'env'>,
  { env = process.env }: Pick<FolderModelOptions, 'env'>,
): EnvironmentVariables {
  return { ...env, ...own };
}

/** The files of a machine are for its folders to name, and not for those who change a session. */
function refuseFile(file: string): never {
  const message = `a session cannot name a script: name a model, or write ${file} into the folder's settings.model`;
  throw new ModelError('model-not-found', message);
}
