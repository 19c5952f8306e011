import type { JsonObject } from '../../../core/index.ts';
import type { AgentStorage } from '../../../engine/port/index.ts';
import { createTextChange, createCheckedEdit, readTextFile, type AgentEdit } from './agent-edit.ts';
import { readAgentFiles, getDisplayPath } from '../storage/agent-files.ts';
import { NOTE_PLACES } from '../storage/agent-paths.ts';
import { FolderError } from '../folder-error.ts';
import { formatFrontMatterFile, setFrontMatter } from '../text/front-matter-edit.ts';
import type { Include, Note } from '../note.ts';
import { collectNotes } from '../read/notes-from-files.ts';

/** A kind of note: `rule` or `reference`. */
export type NoteKind = keyof typeof NOTE_PLACES;

/** The content of a new rule or reference. Undefined fields are not written. */
export interface NewNote {
  readonly name: string;
  readonly text: string;
  readonly description?: string;
  readonly priority?: number;
  readonly include?: Include;
}

/** Changes of a rule or reference. Undefined fields stay unchanged. */
export type NoteChanges = Partial<NewNote>;

/** Rejects with `FolderError`, with the code `exists-already` if the name is taken. */
export async function createNote(
  storage: AgentStorage,
  kind: NoteKind,
  note: NewNote,
): Promise<AgentEdit> {
  const { name, text } = note;
  const path = `${NOTE_PLACES[kind][0]}/${name}.mdt`;
  const others = await listNotes(storage, kind);
  if (others.some((other) => other.name === name) || (await storage.read(path))) {
    const message = `a ${kind} named ${name} already exists: choose another name, or update it`;
    throw new FolderError(message, { code: 'exists-already' });
  }
  const after = formatFrontMatterFile(noteToFrontMatter(note), text);
  return createCheckedEdit(storage, [{ path, after }]);
}

/** Creates the edit that changes a rule or a reference. Rejects with `FolderError`. */
export async function updateNote(
  storage: AgentStorage,
  kind: NoteKind,
  name: string,
  changes: NoteChanges,
): Promise<AgentEdit> {
  const file = await requireNoteFile(storage, kind, name);
  const shown = getDisplayPath(storage, file.path);
  const after = setFrontMatter(file.text, shown, noteToFrontMatter(changes), changes.text);
  return createCheckedEdit(storage, createTextChange(file, after));
}

/** Creates the edit that removes a rule or a reference. Rejects with `FolderError`. */
export async function removeNote(
  storage: AgentStorage,
  kind: NoteKind,
  name: string,
): Promise<AgentEdit> {
  return createCheckedEdit(
    storage,
    createTextChange(await requireNoteFile(storage, kind, name), undefined),
  );
}

async function requireNoteFile(storage: AgentStorage, kind: NoteKind, name: string) {
  const found = (await listNotes(storage, kind)).find((note) => note.name === name);
  const file = found?.path === undefined ? undefined : await readTextFile(storage, found.path);
  if (file) return file;
  throw new FolderError(`no ${kind} is named ${name}`, { code: 'no-such-part' });
}

async function listNotes(storage: AgentStorage, kind: NoteKind): Promise<Note[]> {
  return collectNotes(kind, [], await readAgentFiles({ storage }), () => undefined);
}

export function noteToFrontMatter({
  name,
  description,
  priority,
  include,
}: NoteChanges): JsonObject {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(priority !== undefined && { priorityLevel: priority }),
    ...(include !== undefined && { include }),
  };
}
