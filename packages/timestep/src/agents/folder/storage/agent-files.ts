import type { AgentStorage, StoredFile } from '#engine/port';
import { type AgentLocation, splitAgentPath } from './agent-location.ts';
import {
  TOP_FILES,
  PLACES,
  isFileReadWithAgent,
  MANIFEST,
  isYaml,
  VARIABLES,
} from './agent-paths.ts';
import { describePathWithoutAgent } from './describe-path-without-agent.ts';
import { createFileReader } from './file-reader.ts';
import { listPathsBelow } from './paths-below.ts';
import { findSchemaPath } from './schema-path.ts';

/** A snapshot of the files that define an agent. */
export interface AgentFiles {
  readonly location: string;
  readonly directory: string;
  readonly entry?: string;
  readonly texts: ReadonlyMap<string, string>;
  /** Describes what was found instead of an agent, for the end of an error message. */
  readonly found?: string;
  /** Version of all files together, equal for equal files. */
  readonly version: string;
}

export function readAgentFilesSync(path: string): AgentFiles {
  const { directory, entry } = splitAgentPath(path);
  const read = createFileReader(directory);
  const paths =
    entry === undefined
      ? listFilePathsOfAgentFolder(PLACES.flatMap((place) => listPathsBelow(directory, place)))
      : listSingleFilePaths(entry);
  const files = paths.flatMap((each) => read(each) ?? []);
  const named = listSchemaPaths(files, entry).flatMap((each) => read(each) ?? []);
  return toAgentFiles({ location: directory, directory }, entry, [...files, ...named]);
}

export async function readAgentFiles(location: AgentLocation): Promise<AgentFiles> {
  const { storage, entry } = location;
  if (entry !== undefined) return readFilesAndSchema(location, listSingleFilePaths(entry));
  const lists = await Promise.all(PLACES.map((place) => storage.list(place)));
  return readFilesAndSchema(location, listFilePathsOfAgentFolder(lists.flat()));
}

/** Reads only the manifest and its output schema. Rejects with `FolderError`. */
export async function readManifestFile(location: AgentLocation): Promise<AgentFiles> {
  return readFilesAndSchema(location, [location.entry ?? MANIFEST]);
}

async function readFilesAndSchema(
  { storage, entry }: AgentLocation,
  paths: readonly string[],
): Promise<AgentFiles> {
  const files = await readFiles(storage, paths);
  const named = await readFiles(storage, listSchemaPaths(files, entry));
  return toAgentFiles(storage, entry, [...files, ...named]);
}

async function readFiles(storage: AgentStorage, paths: readonly string[]): Promise<StoredFile[]> {
  const files = await Promise.all(paths.map((path) => storage.read(path)));
  return files.filter((file) => file !== undefined);
}

function listSchemaPaths(files: readonly StoredFile[], entry: string | undefined): string[] {
  const manifest = files.find(({ path }) => path === MANIFEST);
  const schema =
    manifest && entry === undefined ? findSchemaPath(decodeTextLeniently(manifest)) : undefined;
  return schema === undefined || files.some(({ path }) => path === schema) ? [] : [schema];
}

export function decodeTextLeniently({ contents }: StoredFile): string {
  return new TextDecoder().decode(contents);
}

function listFilePathsOfAgentFolder(candidates: readonly string[]): string[] {
  return [...TOP_FILES, ...candidates.filter(isFileReadWithAgent)];
}

/** Lists the files of a single-file agent: a YAML agent may have a file of variables next to it. */
function listSingleFilePaths(entry: string): string[] {
  return isYaml(entry) ? [entry, VARIABLES] : [entry];
}

function toAgentFiles(
  { location, directory }: Pick<AgentFiles, 'location' | 'directory'>,
  entry: string | undefined,
  files: readonly StoredFile[],
): AgentFiles {
  return {
    location,
    directory,
    ...(entry !== undefined && { entry }),
    ...(entry === undefined &&
      !files.some(({ path }) => path === MANIFEST) && {
        found: describePathWithoutAgent(directory),
      }),
    texts: new Map(files.map((file) => [file.path, decodeTextLeniently(file)])),
    version: files.map(({ path, version }) => `${path} ${version}`).join('\n'),
  };
}
