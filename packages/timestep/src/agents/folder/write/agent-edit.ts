import type { AgentStorage } from '../../../engine/port/index.ts';
import { FolderError, throwMistakes, formatProblem, type FolderProblem } from '../problem.ts';
import { parseWithoutSecrets } from '../read/folder-from-files.ts';
import {
  readAgentFiles,
  getDisplayPath,
  decodeText,
  type AgentFiles,
  type AgentLocation,
} from '../storage/agent-files.ts';
import { isReadWithAgent, TOP_FILES } from '../storage/agent-paths.ts';
import { createChangedError, hashContents } from '../storage/file-version.ts';
import { omitUndefined } from '../text/omit-undefined.ts';

/** A change of one file of an agent. */
export interface FileChange {
  readonly path: string;
  /** Undefined if the file is new. */
  readonly before?: string;
  /** Undefined if the file is removed. */
  readonly after?: string;
  /** Version that was read. Undefined if the file is new. */
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

/** Undefined if the file does not exist. */
export async function readTextFile(
  storage: AgentStorage,
  path: string,
): Promise<TextFile | undefined> {
  const file = await storage.read(path);
  return file && { path, text: decodeText(file), version: file.version };
}

/** If `newText` is undefined, the file is removed. */
export function createTextChange(file: TextFile, newText: string | undefined): FileChange[] {
  if (newText === file.text) return [];
  const { path, text: before, version } = file;
  return [{ path, before, version, ...(newText !== undefined && { after: newText }) }];
}

/** Rejects with `FolderError` if the changes would make the agent invalid. */
export async function createCheckedEdit(
  target: AgentStorage | AgentLocation,
  changes: readonly FileChange[],
): Promise<AgentEdit> {
  const before = await readAgentFiles('storage' in target ? target : { storage: target });
  const known = new Set(findMistakes(before).map(formatProblem));
  const after = findMistakes(applyChangesInMemory(before, changes));
  throwMistakes(after.filter((problem) => !known.has(formatProblem(problem))));
  return { changes };
}

/** Throws `FolderError` with `changed-underneath` unless `version` is that of a changed file. */
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

/** Version of all changed files together. Undefined if all are new. */
export function getEditVersion({ changes }: AgentEdit): string | undefined {
  const versions = changes.flatMap(({ version }) => version ?? []);
  return versions.length > 1 ? hashContents(versions.join('\n')) : versions[0];
}

/** Applies an edit completely or not at all. Rejects with the code `changed-underneath`. */
export async function applyEdit(storage: AgentStorage, { changes }: AgentEdit): Promise<void> {
  for (const { path, version } of changes) {
    const found = await storage.read(path);
    if (found?.version !== version)
      throw createChangedError(getDisplayPath(storage, path), found?.version);
  }
  const made: FileChange[] = [];
  try {
    for (const change of changes) {
      const version = await applyChange(storage, change);
      made.push({ ...change, ...(version !== undefined && { version }) });
    }
  } catch (thrown) {
    for (const change of made.toReversed()) await revertChange(storage, change);
    throw thrown;
  }
}

async function applyChange(storage: AgentStorage, change: FileChange): Promise<string | undefined> {
  const { path, after, version } = change;
  if (after !== undefined) {
    return storage.write(path, after, version === undefined ? {} : { version });
  }
  if (version !== undefined) await storage.remove(path, version);
  return undefined;
}

/** Keeps changes of other writers. Ignores errors: the caller receives the first one. */
async function revertChange(
  storage: AgentStorage,
  { path, before, after, version = '' }: FileChange,
) {
  try {
    if (before === undefined) await storage.remove(path, version);
    else await storage.write(path, before, after === undefined ? {} : { version });
  } catch (thrown) {
    if (!(thrown instanceof FolderError)) throw thrown;
  }
}

function applyChangesInMemory(files: AgentFiles, changes: readonly FileChange[]): AgentFiles {
  const texts = new Map(files.texts);
  for (const { path, after } of changes) {
    if (after === undefined) texts.delete(path);
    else if (isParsedFile(files, path)) texts.set(path, after);
  }
  return { ...files, texts };
}

function isParsedFile({ entry }: AgentFiles, path: string): boolean {
  return entry === undefined ? TOP_FILES.includes(path) || isReadWithAgent(path) : path === entry;
}

/** Variables that are missing here may be set where the agent runs. */
function findMistakes(files: AgentFiles): FolderProblem[] {
  return parseWithoutSecrets(files).problems.filter(({ severity }) => severity === 'mistake');
}

export type CreateEdit = (storage: AgentStorage) => Promise<AgentEdit>;

/** Each edit sees the previous ones. Rejects with `FolderError` if the result is invalid. */
export async function combineEdits(
  storage: AgentStorage,
  createEdits: readonly CreateEdit[],
): Promise<AgentEdit> {
  const changes = new Map<string, FileChange>();
  for (const make of createEdits) {
    for (const change of (await make(overlayChanges(storage, changes))).changes) {
      const { path, after } = change;
      const { before, version } = changes.get(path) ?? change;
      changes.set(path, {
        path,
        ...omitUndefined({ before, version, after }),
      });
    }
  }
  const all = [...changes.values()].filter(({ before, after }) => before !== after);
  return createCheckedEdit(storage, all);
}

function overlayChanges(
  storage: AgentStorage,
  changes: ReadonlyMap<string, FileChange>,
): AgentStorage {
  return {
    ...storage,
    async list(under = '') {
      const listed = (await storage.list(under)).filter((path) => !changes.has(path));
      const within = under === '' ? '' : `${under}/`;
      const changed = [...changes.values()].filter(
        ({ path, after }) => after !== undefined && path.startsWith(within),
      );
      return [...listed, ...changed.map(({ path }) => path)].toSorted();
    },
    async read(path) {
      const change = changes.get(path);
      if (!change) return storage.read(path);
      const { after } = change;
      return after === undefined
        ? undefined
        : { path, contents: new TextEncoder().encode(after), version: hashContents(after) };
    },
  };
}
