/** When the model receives a note: always, when it seems to matter, or when a user asks for it. */
export type Include = 'always' | 'agent' | 'manual';

/** A rule or a reference of an agent. */
export interface Note {
  readonly name: string;
  readonly description?: string;
  /** From 0 to 999; lower ones come first. */
  readonly priority: number;
  readonly include: Include;
  readonly text: string;
  /** Its file within the folder, where it has one of its own. */
  readonly path?: string;
}

/** Notes in the order in which the model receives them. */
export function inOrder(notes: readonly Note[]): Note[] {
  return notes.toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1));
}
