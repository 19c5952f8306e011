import type {
  AgentDefinition,
  AgentFolder,
  FolderProblem,
  LoadFolderOptions,
} from '../folder/index.ts';
import { maskOf } from '../core/index.ts';
import type { Agent } from '../server/index.ts';
import type { Option, Surroundings } from './command.ts';
import { usage } from './command-error.ts';
import { failureText } from './failure-text.ts';
import { loginsIfAny } from './person-logins.ts';
import { plainText } from './plain-text.ts';

export const MODEL_OPTION: Option = {
  type: 'string',
  value: 'PROVIDER/NAME',
  about: 'answers instead of the model of the folder',
};

/** An agent of a folder, and the folder's tools, which end with it. */
export interface ServedFolder {
  readonly agent: Agent;
  readonly definition: AgentDefinition;
  /** Writes a failure to standard error, without the values that the folder names as secret. */
  readonly onError: (thrown: unknown) => void;
  close(): Promise<void>;
}

/**
 * Throws `FolderError`, which names file, line and field. Parts of the folder's tools that are left
 * out while it is served, and what its MCP servers say, are reported on standard error.
 */
export async function openFolder(
  path: string,
  model: string | undefined,
  around: Pick<Surroundings, 'complain' | 'env'>,
  more: Pick<LoadFolderOptions, 'agentCalls'> = {},
): Promise<ServedFolder> {
  const { Agent: ServedAgent } = await import('../server/index.ts');
  const { definition, onError } = await loadFolder(path, model, around, {
    ...more,
    onServerLine: serverLines(around.complain),
  });
  const agent = new ServedAgent(definition);
  return {
    agent,
    definition,
    onError,
    async close() {
      await agent.close();
      await definition.close();
    },
  };
}

/** Writes what MCP servers say, a line each, after the name of the server. */
export function serverLines(
  complain: (text: string) => void,
): Required<LoadFolderOptions>['onServerLine'] {
  return (server, { text }) => complain(`timestep: ${server}: ${plainText(text)}\n`);
}

/** Throws where two folders hold agents of the same name, which addresses could not tell apart. */
export function refuseSameNames(folders: readonly Pick<ServedFolder, 'definition'>[]): void {
  const names = folders.map(({ definition }) => definition.agentId);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw usage(`two of the folders hold an agent called ${twice}`);
}

/**
 * What a folder defines, with nothing that serves it. Throws as `openFolder` does. What its MCP servers say
 * is kept for those who ask, and heard by `onServerLine`.
 */
export async function loadFolder(
  path: string,
  model: string | undefined,
  around: Pick<Surroundings, 'complain' | 'env'>,
  { onServerLine, agentCalls }: Pick<LoadFolderOptions, 'onServerLine' | 'agentCalls'> = {},
): Promise<Pick<ServedFolder, 'definition' | 'onError'>> {
  const { loadAgentFolder } = await import('../folder/index.ts');
  const { load, onLoaded, onError } = await folderReports(model, around, onServerLine);
  const definition = loadAgentFolder(path, {
    ...load,
    watch: true,
    ...(agentCalls && { agentCalls }),
  });
  onLoaded(definition.folder);
  return { definition, onError };
}

/** How folders are loaded so that people hear of what is wrong with them, and of no secret. */
export interface FolderReports {
  readonly load: LoadFolderOptions;
  /** Is to be called with each folder that was loaded. */
  readonly onLoaded: (folder: AgentFolder) => void;
  readonly onError: (thrown: unknown) => void;
}

export async function folderReports(
  model: string | undefined,
  { complain, env }: Pick<Surroundings, 'complain' | 'env'>,
  onServerLine?: LoadFolderOptions['onServerLine'],
): Promise<FolderReports> {
  const { leftOutText, problemText } = await import('../folder/index.ts');
  // A secret that a change took out of the folder may still be in the message of an error.
  const secrets = new Set<string>();
  const learnFrom = ({ servers, warnings }: AgentFolder): void => {
    for (const secret of servers.flatMap((server) => server.secrets)) secrets.add(secret);
    for (const line of warningLines(warnings, problemText)) complain(line);
  };
  const logins = await loginsIfAny(env);
  const load: LoadFolderOptions = {
    ...(logins && { logins }),
    ...(model !== undefined && { model }),
    ...(onServerLine && { onServerLine }),
    onLeftOut: (leftOut) => complain(`timestep: left out: ${plainText(leftOutText(leftOut))}\n`),
    onBroken: (why) => complain(`timestep: not taken over: ${plainText(failureText(why))}\n`),
    onChanged: learnFrom,
  };
  const onError = complainer(complain, (text) => maskOf([...secrets])(text));
  return { load, onLoaded: learnFrom, onError };
}

/** Writes failures as a sentence each, with secrets masked. */
export function complainer(
  complain: (text: string) => void,
  mask: (text: string) => string,
): (thrown: unknown) => void {
  return (thrown) => {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    complain(`timestep: ${plainText(mask(said))}\n`);
  };
}

/** A line for standard error for each warning. */
export function warningLines(
  warnings: readonly FolderProblem[],
  textOf: (problem: FolderProblem) => string,
): string[] {
  return warnings.map((one) => `timestep: warning: ${plainText(textOf(one))}\n`);
}
