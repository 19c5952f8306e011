import { isJsonObject, type JsonObject } from '../../../core/index.ts';
import type { AgentStorage } from '../../../engine/port/index.ts';
import type { AgentFolder, AgentMetadata, FolderSettings } from '../agent-folder.ts';
import {
  FolderError,
  throwMistakes,
  createProblemCollector,
  type FolderProblem,
} from '../problem.ts';
import { parseManifest, parseMetadata, parseWithoutSecrets } from '../read/folder-from-files.ts';
import { parseOutputSchema, parseSettings } from '../read/folder-settings.ts';
import {
  readManifestFile,
  toAgentLocation,
  getDisplayPath,
  type AgentSource,
  readAgentFiles,
  decodeText,
} from '../storage/agent-files.ts';
import { MANIFEST, VARIABLES, isYaml } from '../storage/agent-paths.ts';
import { setJsonValue } from '../text/json-text.ts';
import {
  requireNoAgent,
  getFolderStorage,
  createPartTexts,
  writeAgent,
} from './create-agent-folder.ts';
import { omitUndefined } from '../text/omit-undefined.ts';

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
  await copyFiles(from.storage, to, paths, name);
  return { paths, hasVariables: paths.includes(VARIABLES) };
}

/** `name` replaces that in the manifest. If a file cannot be written, all copies are removed. */
async function copyFiles(
  from: AgentStorage,
  to: AgentStorage,
  paths: readonly string[],
  name?: string,
): Promise<void> {
  const made: { readonly path: string; readonly version: string }[] = [];
  try {
    for (const path of paths) {
      const file = await from.read(path);
      if (!file) continue;
      const { contents, mode } = file;
      const written =
        path === MANIFEST && name !== undefined
          ? setJsonValue(decodeText(file), ['metadata', 'name'], name)
          : contents;
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
  if (metadata) return { ...metadata, ...omitUndefined({ output, maxSteps: settings?.maxSteps }) };
  throw new Error('unreachable: the metadata is missing, but no error was reported');
}

/** The result of importing an agent. */
export interface ImportResult {
  readonly paths: readonly string[];
  /** Settings of the source that could not be imported. */
  readonly warnings: readonly FolderProblem[];
}

/** These become separate files in a folder. */
const IN_FILES = ['systemPrompt', 'rules', 'references'];

/** Writes a folder from any kind of agent. Rejects with `exists-already` if there is one. */
export async function importAgent(
  source: AgentSource,
  target: AgentSource,
  { name }: CloneOptions = {},
): Promise<ImportResult> {
  const place = toAgentLocation(source);
  const to = getFolderStorage(target);
  const files = await readAgentFiles(place);
  const { folder, problems } = parseWithoutSecrets(files);
  throwMistakes(problems);
  const prompt = parseManifest(files, () => undefined)?.prompt;
  if (!folder || prompt === undefined)
    throw new Error('unreachable: the agent cannot be read, but no error was reported');
  if (place.entry === undefined) {
    const { paths } = await cloneAgent(source, to, name === undefined ? {} : { name });
    return { paths, warnings: problems };
  }
  const texts = {
    ...createPartTexts({ prompt, rules: folder.rules, references: folder.references }),
    [MANIFEST]: `${JSON.stringify(createManifest(folder.written, name), undefined, 2)}\n`,
  };
  await writeAgent(to, texts);
  const variables = isYaml(place.entry) && files.texts.has(VARIABLES) ? [VARIABLES] : [];
  await copyFiles(place.storage, to, variables);
  return { paths: [...Object.keys(texts), ...variables], warnings: problems };
}

function createManifest(written: JsonObject, name: string | undefined): JsonObject {
  const kept = Object.entries(written).filter(([field]) => !IN_FILES.includes(field));
  const manifest = Object.fromEntries(kept);
  const metadata = isJsonObject(manifest['metadata']) ? manifest['metadata'] : {};
  return { ...manifest, metadata: { ...metadata, ...(name !== undefined && { name }) } };
}
