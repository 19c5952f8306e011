import type { Limits } from '../core/index.ts';
import type { ToolSet } from '../environment/index.ts';
import { createAgent, modelFromEnv } from '../model/index.ts';
import type { AgentFn } from '../port/index.ts';
import type { AgentFolder, CardSkill } from './agent-folder.ts';
import { FolderError } from './folder-error.ts';
import { openFolderEnvironment, type FolderEnvironment } from './folder-environment.ts';
import type { LeftOut } from './left-out.ts';
import { withOwnTools } from './own-tools.ts';
import { readAgentFolder, type ReadFolderOptions } from './read-agent-folder.ts';

/** What replaces parts of an agent's folder. */
export interface LoadFolderOptions extends ReadFolderOptions {
  /** Answers instead of the folder's model: the name of a model, or a function. */
  readonly model?: string | AgentFn;
  /** Seconds allowed for one reply of the model. */
  readonly timeoutS?: number;
  /** How often a failed call of the model is made again; default as `createAgent` has it. */
  readonly retries?: number;
  /** Tools of this process, beside those of the folder's servers, under their own names. */
  readonly tools?: ToolSet;
  /** Receives each server or tool that is left out, once until it is there again. */
  readonly onLeftOut?: (leftOut: LeftOut) => void;
}

/** An agent made of a folder, ready to be served: `new Agent(definition)`. */
export interface AgentDefinition {
  /** The name in lower case, as it fits into addresses. */
  readonly agentId: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly skills: readonly CardSkill[];
  /** The model, without instructions: the environment gives those. */
  readonly model: AgentFn;
  readonly limits: Partial<Limits>;
  /** Tools run where the agent runs: its folder names the servers, and callers do not know them. */
  readonly toolSite: 'server';
  readonly environments: { readonly default: FolderEnvironment };
  readonly folder: AgentFolder;
  /**
   * Ends the processes and connections of the folder's servers. Call it when the agent is no longer
   * used.
   */
  close(): Promise<void>;
}

/**
 * Makes an agent of a folder. Throws `FolderError` naming file, line and field, and `ModelError` where
 * the model's key is missing; servers are connected to with the first task.
 */
export function loadAgentFolder(path: string, options: LoadFolderOptions = {}): AgentDefinition {
  const folder = readAgentFolder(path, options);
  const { name, description = name, version, cardSkills, settings } = folder;
  const { onLeftOut } = options;
  const ofServers = openFolderEnvironment(folder, { ...(onLeftOut && { onLeftOut }) });
  const environment = options.tools ? withOwnTools(ofServers, options.tools, folder) : ofServers;
  return {
    agentId: idFrom(name),
    name,
    description,
    version,
    skills: cardSkills,
    model: modelOf(folder, options),
    limits: settings.maxSteps === undefined ? {} : { max_steps: settings.maxSteps },
    toolSite: 'server',
    environments: { default: environment },
    folder,
    close: () => environment.close(),
  };
}

function modelOf(folder: AgentFolder, options: LoadFolderOptions): AgentFn {
  const { model, timeoutS, retries } = options;
  if (typeof model === 'function') return model;
  const { path, settings } = folder;
  const env = { ...(options.env ?? process.env), ...folder.env };
  const named = model ?? settings.model ?? modelFromEnv(env);
  if (named === undefined) {
    const message = `${path} names no model: write settings.model, as "openai/gpt-4o-mini"`;
    throw new FolderError(message);
  }
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

function idFrom(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'agent';
}
