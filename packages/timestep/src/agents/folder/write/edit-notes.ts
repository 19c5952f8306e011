import { type JsonObject, omitUndefined } from '#core';
import type { AgentStorage } from '#engine/port';
import { collectNotes } from '../read/collect-notes.ts';
import type { Include, Note } from '../read/notes.ts';
import { readAgentFiles } from '../storage/agent-files.ts';
import { NOTE_PLACES } from '../storage/agent-paths.ts';
import { formatFrontMatterFile } from '../text/front-matter-edit.ts';
import { type AgentEdit, createTextChange } from './agent-edit.ts';
import { createCheckedEdit } from './checked-edit.ts';
import { createNewPartEdit, createFrontMatterEdit, requirePartFile } from './part-edit.ts';

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

/** Creates the edit that adds a rule or reference. Rejects with `exists-already`, `FolderError`. */
export async function planNewNote(
  storage: AgentStorage,
  kind: NoteKind,
  note: NewNote,
): Promise<AgentEdit> {
  const notes = await listNotes(storage, kind);
  return createNewPartEdit(storage, kind, note.name, notes, formatNoteFile(kind, note));
}

export function formatNoteFile(kind: NoteKind, note: NewNote): [path: string, text: string] {
  const matter = noteToFrontMatter(note);
  return [`${NOTE_PLACES[kind][0]}/${note.name}.mdt`, formatFrontMatterFile(matter, note.text)];
}

/** Creates the edit that changes a rule or a reference. Rejects with `FolderError`. */
export async function planNoteUpdate(
  storage: AgentStorage,
  kind: NoteKind,
  name: string,
  changes: NoteChanges,
): Promise<AgentEdit> {
  const file = await requireNoteFile(storage, kind, name);
  return createFrontMatterEdit(storage, file, noteToFrontMatter(changes), changes.text);
}

/** Creates the edit that removes a rule or a reference. Rejects with `FolderError`. */
export async function planNoteRemoval(
  storage: AgentStorage,
  kind: NoteKind,
  name: string,
): Promise<AgentEdit> {
  const file = await requireNoteFile(storage, kind, name);
  return createCheckedEdit(storage, createTextChange(file, undefined));
}

async function requireNoteFile(storage: AgentStorage, kind: NoteKind, name: string) {
  return requirePartFile(storage, kind, name, await listNotes(storage, kind));
}

async function listNotes(storage: AgentStorage, kind: NoteKind): Promise<Note[]> {
  return collectNotes(kind, undefined, await readAgentFiles({ storage }), () => undefined);
}

export function noteToFrontMatter({
  name,
  description,
  priority,
  include,
}: NoteChanges): JsonObject {
  return omitUndefined({ name, description, priorityLevel: priority, include });
}
