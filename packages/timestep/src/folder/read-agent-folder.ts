import type { EnvironmentVariables } from '../model/index.ts';
import { agentFilesSync, type AgentFiles } from './agent-files.ts';
import type { AgentFolder } from './agent-folder.ts';
import { FolderError, throwMistakes } from './folder-error.ts';
import { folderFrom, secretReferences, variablesIn, type Around } from './folder-from-files.ts';
import { collected } from './problem.ts';
import { readStoredSync } from './secrets.ts';

/** What the texts of a folder are read with. */
export interface ReadFolderOptions {
  /** What `${env:NAME}` is looked up in, after the folder's `.env`. Default `process.env`. */
  readonly env?: EnvironmentVariables;
}

/**
 * Reads an agent: its folder, named by itself or by its `tsagent.json`, or its only file, which is YAML
 * or Markdown. Nothing is started but the command that reads secrets written as `op://…`. Throws
 * `FolderError` naming file, line and field.
 */
export function readAgentFolder(path: string, options: ReadFolderOptions = {}): AgentFolder {
  const files = agentFilesSync(path);
  const env = options.env ?? process.env;
  const stored = readStoredSync(secretReferences(files), { ...env, ...variablesIn(files) });
  return folderOrThrow(files, { env, stored, ifMissing: 'mistake' });
}

/** What the files of an agent say. Throws `FolderError` where a mistake is among it. */
export function folderOrThrow(files: AgentFiles, around: Around): AgentFolder {
  const { problems, report } = collected();
  const folder = folderFrom(files, around, report);
  throwMistakes(problems);
  if (!folder) throw new FolderError(`${files.location} cannot be read as an agent`);
  return { ...folder, warnings: problems };
}
