import { resolve } from 'node:path';
import { createAgent, localAgent, modelFromEnv } from '../model/index.ts';
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
  /** How often a failed call of the model is made again; default as `createAgent` has it. */
  readonly retries?: number;
}

/** The model of a folder, or what answers instead. Throws `FolderError` and `ModelError`. */
export function modelOf(folder: AgentFolder, options: FolderModelOptions): AgentFn {
  const { model, timeoutS, retries } = options;
  if (typeof model === 'function') return model;
  const { path, settings } = folder;
  const env = { ...(options.env ?? process.env), ...folder.env };
  const named = model ?? settings.model ?? modelFromEnv(env);
  if (named === undefined) {
    const message = `${path} names no model: write settings.model, as "openai/gpt-4o-mini"`;
    throw new FolderError(message);
  }
  const local = localAgent(named, (file) => resolve(path, file));
  if (local) return local;
  const { temperature, topP, maxTokens } = settings;
  return createAgent({
    model: named,
    env,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(timeoutS !== undefined && { timeoutS }),
    ...(retries !== undefined && { retries }),
  });
}
