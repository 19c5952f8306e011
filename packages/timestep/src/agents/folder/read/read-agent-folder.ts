import type { EnvironmentVariables } from '#agents/model';
import type { AgentFolder } from '../agent-folder.ts';
import { FolderError, throwIfMistakes, createProblemCollector } from '../problem.ts';
import { readAgentFilesSync, type AgentFiles } from '../storage/agent-files.ts';
import { parseFolder, parseEnvironmentFile } from './parse-folder.ts';
import { listSecretReferences } from './servers/listed-servers.ts';
import { readStoredSecretsSync } from './stored-secrets.ts';
import type { SecretSources } from './expand-texts.ts';

/** Options for reading a folder. */
export interface ReadFolderOptions {
  /** Values for `${env:NAME}`, used after the folder's `.env`. Default: `process.env`. */
  readonly env?: EnvironmentVariables;
}

/** Reads an agent from a folder or a file. Starts only the process `op`. Throws `FolderError`. */
export function readAgentFolder(path: string, options: ReadFolderOptions = {}): AgentFolder {
  const files = readAgentFilesSync(path);
  const env = options.env ?? process.env;
  const stored = readStoredSecretsSync(listSecretReferences(files), {
    ...env,
    ...parseEnvironmentFile(files),
  });
  return parseFolderOrThrow(files, { env, stored, ifMissing: 'mistake' });
}

export function parseFolderOrThrow(files: AgentFiles, sources: SecretSources): AgentFolder {
  const { problems, report } = createProblemCollector();
  const folder = parseFolder(files, sources, report);
  throwIfMistakes(problems);
  if (!folder) throw new FolderError(`${files.location} contains no agent that can be read`);
  return { ...folder, warnings: problems };
}
