import type { AgentStorage } from '../port/index.ts';
import { manifestFile, placeOf, shownPath, type AgentSource } from './agent-files.ts';
import type { AgentMetadata, FolderSettings } from './agent-folder.ts';
import { MANIFEST, VARIABLES } from './agent-paths.ts';
import { refuseExisting, storageFor } from './create-agent-folder.ts';
import { FolderError, throwMistakes } from './folder-error.ts';
import { manifestIn, metadataIn } from './folder-from-files.ts';
import { withJsonValue } from './json-edit.ts';
import { collected } from './problem.ts';
import { settingsIn } from './settings.ts';

/** What is known of an agent before it is loaded. */
export type LoadedMetadata = AgentMetadata & Pick<FolderSettings, 'maxSteps'>;

/** What a clone has of its own. */
export interface CloneOptions {
  /** The name of the new agent; absent: the same. */
  readonly name?: string;
}

/** What a clone holds that its owner should know of. */
export interface Cloned {
  /** Paths of the files that were written. */
  readonly paths: readonly string[];
  /** Whether a `.env`, which may hold secrets, is among them. */
  readonly hasVariables: boolean;
}

/** Databases and their logs are what an agent did, and not what it is. */
const NOT_CLONED = /\.(?:db|sqlite3?)(?:-\w+)?$/;

/**
 * Copies an agent into another folder or storage, with all of its files but databases. Rejects with the
 * code `exists-already` where there is an agent, and overwrites nothing else either.
 */
export async function cloneAgent(
  source: AgentSource,
  target: AgentSource,
  { name }: CloneOptions = {},
): Promise<Cloned> {
  const from = placeOf(source);
  const to = storageFor(target);
  if (from.entry !== undefined) {
    const message = `${shownPath(from.storage, from.entry)} is a single file: import it instead`;
    throw new FolderError(message);
  }
  await refuseExisting(to);
  await loadAgentMetadata(from.storage);
  const listed = await from.storage.list();
  const paths = listed.filter((path) => !NOT_CLONED.test(path));
  await copyFiles(from.storage, to, paths, (path, text) =>
    path === MANIFEST && name !== undefined
      ? withJsonValue(text, ['metadata', 'name'], name)
      : text,
  );
  return { paths, hasVariables: paths.includes(VARIABLES) };
}

/** Copies files that must not be there yet; where one cannot be written, none of them stays. */
export async function copyFiles(
  from: AgentStorage,
  to: AgentStorage,
  paths: readonly string[],
  changed: (path: string, text: string) => string = (_, text) => text,
): Promise<void> {
  const made: { readonly path: string; readonly version: string }[] = [];
  try {
    for (const path of paths) {
      const file = await from.read(path);
      if (!file) continue;
      const { contents, mode } = file;
      const isText = path === MANIFEST;
      const written = isText ? changed(path, new TextDecoder().decode(contents)) : contents;
      const version = await to.write(path, written, mode === undefined ? {} : { mode });
      made.push({ path, version });
    }
  } catch (thrown) {
    for (const { path, version } of made) await to.remove(path, version);
    throw thrown;
  }
}

/** True where there is an agent: a folder with `tsagent.json`, or a single file. */
export async function agentExists(source: AgentSource): Promise<boolean> {
  const { storage, entry = MANIFEST } = placeOf(source);
  return (await storage.read(entry)) !== undefined;
}

/**
 * Reads what an agent says about itself and how many steps it may take, of one file: without its
 * secrets, servers and texts. Rejects with `FolderError`.
 */
export async function loadAgentMetadata(source: AgentSource): Promise<LoadedMetadata> {
  const files = await manifestFile(placeOf(source));
  const { problems, report } = collected();
  const manifest = manifestIn(files, report);
  const metadata = manifest && metadataIn(manifest.fields, files.directory);
  const settings = manifest && settingsIn(manifest.fields.inside('settings'));
  throwMistakes(problems);
  if (metadata) {
    const { maxSteps } = settings ?? {};
    return { ...metadata, ...(maxSteps !== undefined && { maxSteps }) };
  }
  throw new Error('an agent without metadata has a mistake that says so');
}
