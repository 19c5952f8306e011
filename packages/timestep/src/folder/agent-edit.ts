import type { AgentStorage } from '../port/index.ts';
import { agentFiles, shownPath, textOf, type AgentFiles, type AgentPlace } from './agent-files.ts';
import { isReadAtOnce, TOP_FILES } from './agent-paths.ts';
import { FolderError, throwMistakes } from './folder-error.ts';
import { folderFrom, WITHOUT_SECRETS } from './folder-from-files.ts';
import { collected, problemText, type FolderProblem } from './problem.ts';
import { changedUnderneath, versionOf } from './version-of.ts';

/** How an edit changes one file of an agent. */
export interface FileChange {
  /** Within the agent. */
  readonly path: string;
  /** The text before; absent: the file is new. */
  readonly before?: string;
  /** The text after; absent: the file is removed. */
  readonly after?: string;
  /** The version that was read; absent: the file is new. */
  readonly version?: string;
}

/** A change of an agent that has not been made yet, to be looked at before. */
export interface AgentEdit {
  readonly changes: readonly FileChange[];
}

/** A file of an agent as text, with the version that was read. */
export interface ReadText {
  readonly path: string;
  readonly text: string;
  readonly version: string;
}

/** `undefined` where there is no such file. */
export async function readText(storage: AgentStorage, path: string): Promise<ReadText | undefined> {
  const file = await storage.read(path);
  return file && { path, text: textOf(file), version: file.version };
}

/** The edit that gives files other texts; `undefined` removes one. */
export function changeOf(file: ReadText, after: string | undefined): FileChange[] {
  if (after === file.text) return [];
  const { path, text: before, version } = file;
  return [{ path, before, version, ...(after !== undefined && { after }) }];
}

/**
 * An edit, once it is known that the agent can still be read with it. Rejects with `FolderError` that
 * names the mistake which the edit would make.
 */
export async function checkedEdit(
  at: AgentStorage | AgentPlace,
  changes: readonly FileChange[],
): Promise<AgentEdit> {
  const before = await agentFiles('storage' in at ? at : { storage: at });
  const known = new Set(mistakesIn(before).map(problemText));
  const after = mistakesIn(withChanges(before, changes));
  throwMistakes(after.filter((problem) => !known.has(problemText(problem))));
  return { changes };
}

/**
 * An edit, once it is known to be one of what the caller has read; `version` is that of a file that it
 * changes. Throws `FolderError` with the code `changed-underneath` where the file was changed since.
 */
export function editOfVersion(
  storage: AgentStorage,
  edit: AgentEdit,
  version: string | undefined,
): AgentEdit {
  const [first] = edit.changes;
  if (version === undefined || !first || versionIn(edit) === version) return edit;
  if (edit.changes.some((change) => change.version === version)) return edit;
  throw changedUnderneath(shownPath(storage, first.path), first.version);
}

/** The version of all that an edit changes or removes; `undefined` where that is not there yet. */
export function versionIn({ changes }: AgentEdit): string | undefined {
  const versions = changes.flatMap(({ version }) => version ?? []);
  return versions.length > 1 ? versionOf(versions.join('\n')) : versions[0];
}

/**
 * Makes an edit, all of it or nothing. Rejects with the code `changed-underneath` where a file is not
 * the one that the edit was made for.
 */
export async function applyEdit(storage: AgentStorage, { changes }: AgentEdit): Promise<void> {
  for (const { path, version } of changes) {
    const found = await storage.read(path);
    if (found?.version !== version)
      throw changedUnderneath(shownPath(storage, path), found?.version);
  }
  const made: FileChange[] = [];
  try {
    for (const change of changes) {
      const version = await make(storage, change);
      made.push({ ...change, ...(version !== undefined && { version }) });
    }
  } catch (thrown) {
    for (const change of made.toReversed()) await takeBack(storage, change);
    throw thrown;
  }
}

async function make(storage: AgentStorage, change: FileChange): Promise<string | undefined> {
  const { path, after, version } = change;
  if (after !== undefined) {
    return storage.write(path, after, version === undefined ? {} : { version });
  }
  if (version !== undefined) await storage.remove(path, version);
  return undefined;
}

/** Another writer's change since then stays, and the first failure is what the caller learns of. */
async function takeBack(storage: AgentStorage, { path, before, after, version = '' }: FileChange) {
  try {
    if (before === undefined) await storage.remove(path, version);
    else await storage.write(path, before, after === undefined ? {} : { version });
  } catch (thrown) {
    if (!(thrown instanceof FolderError)) throw thrown;
  }
}

function withChanges(files: AgentFiles, changes: readonly FileChange[]): AgentFiles {
  const texts = new Map(files.texts);
  for (const { path, after } of changes) {
    if (after === undefined) texts.delete(path);
    else if (isRead(files, path)) texts.set(path, after);
  }
  return { ...files, texts };
}

function isRead({ entry }: AgentFiles, path: string): boolean {
  return entry === undefined ? TOP_FILES.includes(path) || isReadAtOnce(path) : path === entry;
}

/** Variables that are not set here may be set where the agent runs. */
function mistakesIn(files: AgentFiles): FolderProblem[] {
  const { problems, report } = collected();
  folderFrom(files, WITHOUT_SECRETS, report);
  return problems.filter(({ severity }) => severity === 'mistake');
}
