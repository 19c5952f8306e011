import type { AgentStorage } from '#engine/port';
import { decodeTextLeniently } from '../storage/agent-files.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { createChangedError, hashContents } from '../storage/file-version.ts';

/** A change of one file of an agent. */
export interface FileChange {
  readonly path: string;
  /** Text of the file before the change; undefined if the file is new. */
  readonly before?: string;
  /** Text of the file after the change; undefined if the file is removed. */
  readonly after?: string;
  /** Version of the file that was read; undefined if the file is new. */
  readonly version?: string;
}

/** A change of an agent that has not been applied yet, for review. */
export interface AgentEdit {
  readonly changes: readonly FileChange[];
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
  readonly version: string;
}

export async function readTextFile(
  storage: AgentStorage,
  path: string,
): Promise<TextFile | undefined> {
  const file = await storage.read(path);
  return file && { path, text: decodeTextLeniently(file), version: file.version };
}

export function createTextChange(file: TextFile, newText: string | undefined): FileChange[] {
  if (newText === file.text) return [];
  const { path, text: before, version } = file;
  return [{ path, before, version, ...(newText !== undefined && { after: newText }) }];
}

/** Creates the change of a file, which may be new. If `after` is undefined, the file is removed. */
export async function createFileChanges(
  storage: AgentStorage,
  path: string,
  after?: string,
): Promise<FileChange[]> {
  const file = await readTextFile(storage, path);
  if (file) return createTextChange(file, after);
  return after === undefined ? [] : [{ path, after }];
}

/** Throws `FolderError` with `changed-underneath` if the edit is based on another version. */
export function requireEditOfVersion(
  storage: AgentStorage,
  edit: AgentEdit,
  version: string | undefined,
): AgentEdit {
  const [first] = edit.changes;
  if (version === undefined || !first || getEditVersion(edit) === version) return edit;
  if (edit.changes.some((change) => change.version === version)) return edit;
  throw createChangedError(getDisplayPath(storage, first.path), first.version);
}

/** Returns one version that stands for all files that the edit changes. Undefined if all files are new. */
export function getEditVersion({ changes }: AgentEdit): string | undefined {
  const versions = changes.flatMap(({ version }) => version ?? []);
  return versions.length > 1 ? hashContents(versions.join('\n')) : versions[0];
}
