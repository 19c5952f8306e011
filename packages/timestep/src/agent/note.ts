/** Whether a note is told to the model: always, when it seems to matter, or when somebody asks. */
export type Include = 'always' | 'agent' | 'manual';

/** A rule or a reference of an agent. */
export interface Note {
  readonly name: string;
  readonly description?: string;
  /** From 0 to 999; lower ones are told first. */
  readonly priority: number;
  readonly include: Include;
  readonly text: string;
}

/** In the order in which they are told. */
export function inOrder(notes: readonly Note[]): Note[] {
  return notes.toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1));
}
