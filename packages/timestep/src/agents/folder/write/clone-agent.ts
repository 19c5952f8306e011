import type { AgentStorage } from '#engine/port';
import { FolderError } from '../problem.ts';
import { decodeTextLeniently } from '../storage/agent-files.ts';
import { type AgentSource, toAgentLocation, getDisplayPath } from '../storage/agent-location.ts';
import { VARIABLES, MANIFEST } from '../storage/agent-paths.ts';
import { setJsonValue } from '../text/json-edit.ts';
import { requireFolderStorage, requireNoAgent } from './create-agent-folder.ts';
import { loadAgentMetadata } from './load-metadata.ts';

/** Options of `cloneAgent`. */
export interface CloneOptions {
  /** Name of the copy. Default: the name of the original. */
  readonly name?: string;
}

/** The result of cloning an agent. */
export interface CloneResult {
  readonly paths: readonly string[];
  /** Whether the copied files include `.env`, which may contain secrets. */
  readonly hasVariables: boolean;
}

/** Files that are not copied: databases contain the agent's history, not its definition. */
const NOT_CLONED = /\.(?:db|sqlite3?)(?:-\w+)?$/;

/** Copies an agent without databases. Rejects with `exists-already` if the target has one. */
export async function cloneAgent(
  source: AgentSource,
  target: AgentSource,
  { name }: CloneOptions = {},
): Promise<CloneResult> {
  const from = toAgentLocation(source);
  const to = requireFolderStorage(target);
  if (from.entry !== undefined) {
    const message = `${getDisplayPath(from.storage, from.entry)} is a single file: import it instead`;
    throw new FolderError(message);
  }
  await requireNoAgent(to);
  await loadAgentMetadata(from.storage);
  const listed = await from.storage.list();
  const paths = listed.filter((path) => !NOT_CLONED.test(path));
  await copyFiles(from.storage, to, paths, name);
  return { paths, hasVariables: paths.includes(VARIABLES) };
}

/** Copies files, with `name` in the manifest. After a failure, all copies are removed. */
export async function copyFiles(
  from: AgentStorage,
  to: AgentStorage,
  paths: readonly string[],
  agentName?: string,
): Promise<void> {
  const made: { readonly path: string; readonly version: string }[] = [];
  try {
    for (const path of paths) {
      const file = await from.read(path);
      if (!file) continue;
      const { contents, mode } = file;
      const written =
        path === MANIFEST && agentName !== undefined
          ? setJsonValue(decodeTextLeniently(file), ['metadata', 'name'], agentName)
          : contents;
      const version = await to.write(path, written, mode === undefined ? {} : { mode });
      made.push({ path, version });
    }
  } catch (thrown) {
    for (const { path, version } of made) await to.remove(path, version);
    throw thrown;
  }
}
