import type { AgentStorage } from '../../../engine/port/index.ts';
import {
  readManifestFile,
  toAgentLocation,
  getDisplayPath,
  type AgentSource,
} from '../storage/agent-files.ts';
import type { AgentFolder, AgentMetadata, FolderSettings } from '../agent-folder.ts';
import { MANIFEST, VARIABLES } from '../storage/agent-paths.ts';
import { requireNoAgent, getFolderStorage } from './create-agent-folder.ts';
import { FolderError, throwMistakes } from '../folder-error.ts';
import { parseManifest, parseMetadata } from '../read/folder-from-files.ts';
import { setJsonValue } from '../text/json-text.ts';
import { createProblemCollector } from '../problem.ts';
import { parseOutputSchema, parseSettings } from '../read/folder-settings.ts';

/** The metadata of an agent and its step limit, which are read before the agent is loaded. */
export type LoadedMetadata = AgentMetadata &
  Pick<FolderSettings, 'maxSteps'> &
  Pick<AgentFolder, 'output'>;

/** Options of `cloneAgent`. */
export interface CloneOptions {
  /** Default: the name of the original. */
  readonly name?: string;
}

/** The result of cloning an agent. */
export interface CloneResult {
  readonly paths: readonly string[];
  /** Whether the files include `.env`, which may contain secrets. */
  readonly hasVariables: boolean;
}

/** Databases contain the agent's history, not its definition. */
const NOT_CLONED = /\.(?:db|sqlite3?)(?:-\w+)?$/;

/** Copies all files except databases. Rejects with `exists-already` if the target has an agent. */
export async function cloneAgent(
  source: AgentSource,
  target: AgentSource,
  { name }: CloneOptions = {},
): Promise<CloneResult> {
  const from = toAgentLocation(source);
  const to = getFolderStorage(target);
  if (from.entry !== undefined) {
    const message = `${getDisplayPath(from.storage, from.entry)} is a single file: import it instead`;
    throw new FolderError(message);
  }
  await requireNoAgent(to);
  await loadAgentMetadata(from.storage);
  const listed = await from.storage.list();
  const paths = listed.filter((path) => !NOT_CLONED.test(path));
  await copyFiles(from.storage, to, paths, (path, text) =>
    path === MANIFEST && name !== undefined ? setJsonValue(text, ['metadata', 'name'], name) : text,
  );
  return { paths, hasVariables: paths.includes(VARIABLES) };
}

/** If a file cannot be written, all copies are removed. */
export async function copyFiles(
  from: AgentStorage,
  to: AgentStorage,
  paths: readonly string[],
  transform: (path: string, text: string) => string = (_, text) => text,
): Promise<void> {
  const made: { readonly path: string; readonly version: string }[] = [];
  try {
    for (const path of paths) {
      const file = await from.read(path);
      if (!file) continue;
      const { contents, mode } = file;
      const isText = path === MANIFEST;
      const written = isText ? transform(path, new TextDecoder().decode(contents)) : contents;
      const version = await to.write(path, written, mode === undefined ? {} : { mode });
      made.push({ path, version });
    }
  } catch (thrown) {
    for (const { path, version } of made) await to.remove(path, version);
    throw thrown;
  }
}

/** Checks whether a folder or file contains an agent. */
export async function agentExists(source: AgentSource): Promise<boolean> {
  const { storage, entry = MANIFEST } = toAgentLocation(source);
  return (await storage.read(entry)) !== undefined;
}

/** Reads one file, without secrets, servers and texts. Rejects with `FolderError`. */
export async function loadAgentMetadata(source: AgentSource): Promise<LoadedMetadata> {
  const files = await readManifestFile(toAgentLocation(source));
  const { problems, report } = createProblemCollector();
  const manifest = parseManifest(files, report);
  const metadata = manifest && parseMetadata(manifest.fields, files.directory);
  const settings = manifest && parseSettings(manifest.fields.getObject('settings'));
  const output = manifest && parseOutputSchema(manifest.fields, files, report);
  throwMistakes(problems);
  if (metadata) {
    const { maxSteps } = settings ?? {};
    return {
      ...metadata,
      ...(output && { output }),
      ...(maxSteps !== undefined && { maxSteps }),
    };
  }
  throw new Error('unreachable: the metadata is missing, but no error was reported');
}
