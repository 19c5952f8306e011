import type { AgentDefinition, LoadFolderOptions } from '../../../agents/agent/index.ts';
import type { AgentFolder, FolderProblem } from '../../../agents/folder/index.ts';
import { createMask } from '../../../core/index.ts';
import type { Agent } from '../../../serving/server/index.ts';
import type { Option, CommandContext } from '../command.ts';
import { createUsageError } from '../command-error.ts';
import { formatError } from '../output/format-error.ts';
import { openUserLoginsIfConfigured } from './user-logins.ts';
import { replaceControlCharacters } from '../output/plain-text.ts';

export const MODEL_OPTION: Option = {
  type: 'string',
  value: 'PROVIDER/NAME',
  about: "model to use instead of the folder's model",
};

/** An agent loaded from a folder. Closing it also closes the folder's tools. */
export interface ServedFolder {
  readonly agent: Agent;
  readonly definition: AgentDefinition;
  /** Writes an error to standard error, with the secrets of the folder masked. */
  readonly onError: (thrown: unknown) => void;
  close(): Promise<void>;
}

/**
 * Opens an agent folder for serving. Tools that fail later, and the output of MCP servers, are
 * written to standard error. Throws `FolderError` with file, line and field.
 */
export async function openFolder(
  path: string,
  model: string | undefined,
  context: Pick<CommandContext, 'writeError' | 'env'>,
  more: Pick<LoadFolderOptions, 'agentCalls'> = {},
): Promise<ServedFolder> {
  const { Agent: ServedAgent } = await import('../../../serving/server/index.ts');
  const { definition, onError } = await loadFolder(path, model, context, {
    ...more,
    onServerLine: createServerLineWriter(context.writeError),
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

/**
 * Creates a function that writes the output of MCP servers to standard error, prefixed with the
 * server name.
 */
export function createServerLineWriter(
  writeError: (text: string) => void,
): Required<LoadFolderOptions>['onServerLine'] {
  return (server, { text }) =>
    writeError(`timestep: ${server}: ${replaceControlCharacters(text)}\n`);
}

/** Throws if two folders contain agents with the same id, because their URLs would be equal. */
export function checkUniqueNames(folders: readonly Pick<ServedFolder, 'definition'>[]): void {
  const names = folders.map(({ definition }) => definition.agentId);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw createUsageError(`two of the folders contain an agent with the id ${twice}`);
}

/**
 * Loads an agent definition from a folder without serving it. Throws `FolderError` with file, line
 * and field. The output of MCP servers is passed to `onServerLine`.
 */
export async function loadFolder(
  path: string,
  model: string | undefined,
  context: Pick<CommandContext, 'writeError' | 'env'>,
  { onServerLine, agentCalls }: Pick<LoadFolderOptions, 'onServerLine' | 'agentCalls'> = {},
): Promise<Pick<ServedFolder, 'definition' | 'onError'>> {
  const { loadAgentFolder } = await import('../../../agents/agent/index.ts');
  const { load, onLoaded, onError } = await createFolderReports(model, context, onServerLine);
  const definition = loadAgentFolder(path, {
    ...load,
    watch: true,
    ...(agentCalls && { agentCalls }),
  });
  onLoaded(definition.folder);
  return { definition, onError };
}

/** Options for loading folders that report errors to the user without showing secrets. */
export interface FolderReports {
  readonly load: LoadFolderOptions;
  /** Must be called with each loaded folder. */
  readonly onLoaded: (folder: AgentFolder) => void;
  readonly onError: (thrown: unknown) => void;
}

export async function createFolderReports(
  model: string | undefined,
  { writeError, env }: Pick<CommandContext, 'writeError' | 'env'>,
  onServerLine?: LoadFolderOptions['onServerLine'],
): Promise<FolderReports> {
  const { formatMissingTool: leftOutText } = await import('../../../agents/agent-tools/index.ts');
  const { formatProblem: problemText } = await import('../../../agents/folder/index.ts');
  // Secrets are collected across reloads, because an error message may still contain a secret that
  // was removed from the folder.
  const secrets = new Set<string>();
  const learnFrom = ({ servers, warnings }: AgentFolder): void => {
    for (const secret of servers.flatMap((server) => server.secrets)) secrets.add(secret);
    for (const line of formatWarnings(warnings, problemText)) writeError(line);
  };
  const logins = await openUserLoginsIfConfigured(env);
  const load: LoadFolderOptions = {
    ...(logins && { logins }),
    ...(model !== undefined && { model }),
    ...(onServerLine && { onServerLine }),
    onLeftOut: (leftOut) =>
      writeError(`timestep: skipped: ${replaceControlCharacters(leftOutText(leftOut))}\n`),
    onBroken: (why) =>
      writeError(`timestep: changes not applied: ${replaceControlCharacters(formatError(why))}\n`),
    onChanged: learnFrom,
  };
  const onError = createErrorWriter(writeError, (text) => createMask([...secrets])(text));
  return { load, onLoaded: learnFrom, onError };
}

/** Creates a function that writes errors to standard error, one per line, with secrets masked. */
export function createErrorWriter(
  writeError: (text: string) => void,
  mask: (text: string) => string,
): (thrown: unknown) => void {
  return (thrown) => {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    writeError(`timestep: ${replaceControlCharacters(mask(said))}\n`);
  };
}

/** Formats each warning as a line for standard error. */
export function formatWarnings(
  warnings: readonly FolderProblem[],
  formatProblem: (problem: FolderProblem) => string,
): string[] {
  return warnings.map(
    (one) => `timestep: warning: ${replaceControlCharacters(formatProblem(one))}\n`,
  );
}
