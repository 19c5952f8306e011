/** When the model receives a note: always, if it seems relevant, or if a user requests it. */
export type Include = 'always' | 'agent' | 'manual';

/** A rule or a reference of an agent. */
export interface Note {
  readonly name: string;
  readonly description?: string;
  /** Priority from 0 to 999. Notes with lower numbers come first. */
  readonly priority: number;
  readonly include: Include;
  readonly text: string;
  /** Undefined if the note is part of the manifest. */
  readonly path?: string;
}

/** Sorts notes by priority, then by name, which is the order for the model. */
export function sortNotes(notes: readonly Note[]): Note[] {
  return notes.toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1));
}
