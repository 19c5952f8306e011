import type { JsonObject } from '../core/index.ts';
import type { AgentStorage } from '../port/index.ts';
import { changeOf, checkedEdit, readText, type AgentEdit } from './agent-edit.ts';
import { agentFiles, shownPath } from './agent-files.ts';
import { NOTE_PLACES } from './agent-paths.ts';
import { FolderError } from './folder-error.ts';
import { frontMatterFile, withFrontMatter } from './front-matter-edit.ts';
import type { Include, Note } from './note.ts';
import { notesIn } from './notes-from-files.ts';

/** A rule or a reference. */
export type NoteKind = keyof typeof NOTE_PLACES;

/** What a new rule or reference says; the rest is as if it were not written. */
export interface NewNote {
  readonly name: string;
  readonly text: string;
  readonly description?: string;
  readonly priority?: number;
  readonly include?: Include;
}

/** What is to be different about a rule or a reference; the rest stays. */
export type NoteChanges = Partial<NewNote>;

/** The edit that adds a rule or a reference. Rejects with `FolderError`, `exists-already` among it. */
export async function createNote(
  storage: AgentStorage,
  kind: NoteKind,
  note: NewNote,
): Promise<AgentEdit> {
  const { name, text } = note;
  const path = `${NOTE_PLACES[kind][0]}/${name}.mdt`;
  const others = await notesOf(storage, kind);
  if (others.some((other) => other.name === name) || (await storage.read(path))) {
    const message = `there is a ${kind} named ${name} already: choose another name, or change that`;
    throw new FolderError(message, { code: 'exists-already' });
  }
  const after = frontMatterFile(noteMatter(note), text);
  return checkedEdit(storage, [{ path, after }]);
}

/** The edit that changes a rule or a reference. Rejects with `FolderError`. */
export async function updateNote(
  storage: AgentStorage,
  kind: NoteKind,
  name: string,
  changes: NoteChanges,
): Promise<AgentEdit> {
  const file = await fileOf(storage, kind, name);
  const shown = shownPath(storage, file.path);
  const after = withFrontMatter(file.text, shown, noteMatter(changes), changes.text);
  return checkedEdit(storage, changeOf(file, after));
}

/** The edit that removes a rule or a reference. Rejects with `FolderError`. */
export async function removeNote(
  storage: AgentStorage,
  kind: NoteKind,
  name: string,
): Promise<AgentEdit> {
  return checkedEdit(storage, changeOf(await fileOf(storage, kind, name), undefined));
}

/** The file of a note, by the name that the note has. */
async function fileOf(storage: AgentStorage, kind: NoteKind, name: string) {
  const found = (await notesOf(storage, kind)).find((note) => note.name === name);
  const file = found?.path === undefined ? undefined : await readText(storage, found.path);
  if (file) return file;
  throw new FolderError(`there is not a ${kind} named ${name}`, { code: 'no-such-part' });
}

async function notesOf(storage: AgentStorage, kind: NoteKind): Promise<Note[]> {
  return notesIn(kind, [], await agentFiles({ storage }), () => undefined);
}

/** The front matter of a note. */
export function noteMatter({ name, description, priority, include }: NoteChanges): JsonObject {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(priority !== undefined && { priorityLevel: priority }),
    ...(include !== undefined && { include }),
  };
}
