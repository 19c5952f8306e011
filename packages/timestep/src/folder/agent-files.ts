import { basename, dirname, join, posix, resolve } from 'node:path';
import { statSync } from 'node:fs';
import type { AgentStorage, StoredFile } from '../port/index.ts';
import {
  isAgentFile,
  isReadAtOnce,
  isYaml,
  MANIFEST,
  PLACES,
  TOP_FILES,
  VARIABLES,
} from './agent-paths.ts';
import { fileStorage, storedFileReader } from './file-storage.ts';
import { pathsBelow } from './paths-below.ts';

/** The files that say what an agent is, all read at one moment. */
export interface AgentFiles {
  /** What messages call their place. */
  readonly location: string;
  /** Where commands of the agent are started, absolute. */
  readonly directory: string;
  /** The file of an agent that is a single file; absent: it is a folder. */
  readonly entry?: string;
  readonly texts: ReadonlyMap<string, string>;
  /** Equal for equal files. */
  readonly version: string;
}

/** The storage of an agent, and the file in it where the agent is a single file. */
export interface AgentPlace {
  readonly storage: AgentStorage;
  readonly entry?: string;
}

/** Where an agent is: a path of its folder, its `tsagent.json` or its only file, or a storage. */
export type AgentSource = string | AgentStorage;

/** Where the agent of a source is; the files need not be there. */
export function placeOf(source: AgentSource): AgentPlace {
  if (typeof source !== 'string') return { storage: source };
  const { directory, entry } = partsOfPath(source);
  return { storage: fileStorage(directory), ...(entry !== undefined && { entry }) };
}

/** The files of an agent on disk, as they are now. Throws `FolderError`. */
export function agentFilesSync(path: string): AgentFiles {
  const { directory, entry } = partsOfPath(path);
  const read = storedFileReader(directory);
  const paths =
    entry === undefined
      ? [
          ...TOP_FILES,
          ...PLACES.flatMap((place) => pathsBelow(directory, place)).filter(isReadAtOnce),
        ]
      : pathsWith(entry);
  const files = paths.flatMap((each) => read(each) ?? []);
  return filesOf({ location: directory, directory }, entry, files);
}

/** The files of an agent, as they are now. Rejects with `FolderError`. */
export async function agentFiles({ storage, entry }: AgentPlace): Promise<AgentFiles> {
  const paths = entry === undefined ? await pathsIn(storage) : pathsWith(entry);
  const files = await Promise.all(paths.map((path) => storage.read(path)));
  return filesOf(
    storage,
    entry,
    files.filter((file) => file !== undefined),
  );
}

/** The one file that says who an agent is, without the others. Rejects with `FolderError`. */
export async function manifestFile({ storage, entry }: AgentPlace): Promise<AgentFiles> {
  const file = await storage.read(entry ?? MANIFEST);
  return filesOf(storage, entry, file ? [file] : []);
}

/** The text of a file, which is UTF-8. */
export function textOf({ contents }: StoredFile): string {
  return new TextDecoder().decode(contents);
}

/** A path of an agent as messages name it. */
export function shownPath(place: { readonly location: string }, path: string): string {
  return posix.join(place.location, path);
}

async function pathsIn(storage: AgentStorage): Promise<string[]> {
  const lists = await Promise.all(PLACES.map((place) => storage.list(place)));
  return [...TOP_FILES, ...lists.flat().filter(isReadAtOnce)];
}

/** An agent of YAML may have variables beside it. */
function pathsWith(entry: string): string[] {
  return isYaml(entry) ? [entry, VARIABLES] : [entry];
}

function filesOf(
  { location, directory }: Pick<AgentFiles, 'location' | 'directory'>,
  entry: string | undefined,
  files: readonly StoredFile[],
): AgentFiles {
  return {
    location,
    directory,
    ...(entry !== undefined && { entry }),
    texts: new Map(files.map((file) => [file.path, textOf(file)])),
    version: files.map(({ path, version }) => `${path} ${version}`).join('\n'),
  };
}

function partsOfPath(path: string): { readonly directory: string; readonly entry?: string } {
  const whole = resolve(path);
  if (basename(whole) === MANIFEST) return { directory: dirname(whole) };
  const isFile = isAgentFile(whole) && !statSync(whole, { throwIfNoEntry: false })?.isDirectory();
  return isFile
    ? { directory: dirname(whole), entry: basename(whole) }
    : { directory: join(whole) };
}
