import type { LoadFolderOptions } from '#agents/agent';
import type { CatalogOptions, Catalog, CatalogSource } from '#serving/catalog';
import { createMask, omitUndefined } from '#core';
import type { AgentFolder, FolderProblem } from '#agents/folder';
import type { CommandContext } from '../command.ts';
import { readDelegationKey } from '../options/listen-options.ts';
import { createErrorWriter, writeErrorLine } from '../output/error-writer.ts';
import { formatError } from '../output/format-error.ts';
import { openUserLoginsIfConfigured } from './user-agents.ts';

export interface FolderContext
  extends Pick<CommandContext, 'writeError' | 'env'>, Pick<LoadFolderOptions, 'trusts'> {}

/** Options for loading folders that report errors to the user without showing secrets. */
interface FolderReports {
  readonly load: LoadFolderOptions;
  /** Adds the secrets of a loaded folder to the list of masked values. */
  readonly onLoaded: (folder: AgentFolder) => void;
  readonly onError: (thrown: unknown) => void;
}

export async function createFolderLoadOptions(
  model: string | undefined,
  { writeError, env, trusts }: FolderContext,
  onServerLine?: LoadFolderOptions['onServerLine'],
): Promise<FolderReports> {
  const { formatSkippedTool, formatSlowStart } = await import('#agents/agent-tools');
  const { formatProblem } = await import('#agents/folder');
  // Secrets of earlier versions are kept, because error messages may still contain them.
  const secrets = new Set<string>();
  const onLoaded = ({ servers, warnings }: AgentFolder): void => {
    for (const secret of servers.flatMap((server) => server.secrets)) secrets.add(secret);
    writeWarnings(warnings, formatProblem, writeError);
  };
  const logins = await openUserLoginsIfConfigured(env);
  return {
    load: {
      ...omitUndefined({ logins, model, onServerLine, trusts }),
      onLeftOut: (one) => writeErrorLine(writeError, formatSkippedTool(one)),
      onSlowStart: (...start) => writeErrorLine(writeError, formatSlowStart(...start)),
      onBroken: (why) => writeErrorLine(writeError, `changes not applied: ${formatError(why)}`),
      onChanged: onLoaded,
    },
    onLoaded,
    onError: createErrorWriter(writeError, (text) => createMask([...secrets])(text)),
  };
}

export function createServerLineWriter(
  writeError: (text: string) => void,
): Required<LoadFolderOptions>['onServerLine'] {
  return (server, { text }) => writeErrorLine(writeError, `${server}: ${text}`);
}

export function writeWarnings(
  warnings: readonly FolderProblem[],
  formatProblem: (problem: FolderProblem) => string,
  writeError: (text: string) => void,
): void {
  for (const one of warnings) writeErrorLine(writeError, `warning: ${formatProblem(one)}`);
}

export interface AgentCatalogOptions extends Pick<CatalogOptions, 'asksAddresses' | 'headersFor'> {
  /** Whether lines of MCP servers are written as errors, in addition to the log of each server. Default: true. */
  readonly printsServerLines?: boolean;
}

/** Opens a catalog of agents whose folders report errors. Throws `CatalogError`. */
export async function openAgentCatalog(
  sources: readonly CatalogSource[],
  model: string | undefined,
  context: FolderContext,
  { printsServerLines = true, ...options }: AgentCatalogOptions = {},
): Promise<{ readonly catalog: Catalog } & Pick<FolderReports, 'onError'>> {
  const { openCatalog } = await import('#serving/catalog');
  const onServerLine = printsServerLines ? createServerLineWriter(context.writeError) : undefined;
  const { load, onLoaded, onError } = await createFolderLoadOptions(model, context, onServerLine);
  const delegation = omitUndefined({ delegationKey: readDelegationKey(context.env) });
  const catalog = await openCatalog(sources, { ...options, ...delegation, load, onLoaded });
  return { catalog, onError };
}
