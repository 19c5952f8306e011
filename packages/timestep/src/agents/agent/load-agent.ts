import {
  type AgentSource,
  readAgentFilesSync,
  toAgentLocation,
  readStoredSecretsSync,
  readAgentFiles,
  readStoredSecrets,
} from '#agents/folder';
import type { LoadFolderOptions, AgentDefinition } from './agent-definition.ts';
import { getSecretReferencesAndVariables, createAgentDefinition } from './create-definition.ts';

/** Loads an agent from a folder or a single file. Throws `FolderError` and `ModelError`. */
export function loadAgentFolder(path: string, options: LoadFolderOptions = {}): AgentDefinition {
  const files = readAgentFilesSync(path);
  const { references, env } = getSecretReferencesAndVariables(files, options);
  return createAgentDefinition(
    toAgentLocation(path),
    files,
    readStoredSecretsSync(references, env),
    options,
  );
}

/** Loads an agent like `loadAgentFolder`, from any storage and without blocking. */
export async function loadAgent(
  source: AgentSource,
  options: LoadFolderOptions = {},
): Promise<AgentDefinition> {
  const location = toAgentLocation(source);
  const files = await readAgentFiles(location);
  const { references, env } = getSecretReferencesAndVariables(files, options);
  return createAgentDefinition(location, files, await readStoredSecrets(references, env), options);
}
