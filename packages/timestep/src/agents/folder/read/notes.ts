import type { ReportFolderProblem } from '../problem.ts';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { KNOWN_FIELDS } from './known-fields.ts';
import type { Fields } from '../text/fields.ts';
import { parseFrontMatter } from '../text/front-matter.ts';

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
  /** File of the note; undefined if the note is part of the manifest. */
  readonly path?: string;
}

/** Sorts notes by priority, then by name, which is the order for the model. */
export function sortNotes(notes: readonly Note[]): Note[] {
  return notes.toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1));
}

export const INCLUDES: readonly Include[] = ['always', 'agent', 'manual'];
const DEFAULT_PRIORITY = 500;

export function parseNote(
  text: string,
  file: string,
  fallbackName: string,
  report: ReportFolderProblem,
): Note | undefined {
  const read = parseFrontMatter(text, file, report);
  if (!read) return undefined;
  reportUnknownFields(read.fields, KNOWN_FIELDS.note);
  // A note without front matter is always included.
  const facts = parseNoteFields(read.fields, fallbackName, read.isThere ? 'manual' : 'always');
  return { ...facts, text: read.body };
}

export function parseNoteFields(
  fields: Fields,
  fallbackName: string,
  defaultInclude: Include,
): Omit<Note, 'text'> {
  const name = fields.getText('name') ?? fallbackName;
  if (!/^[\w-]+$/.test(name))
    fields.reportMistake('name', 'must consist of letters, digits, - and _');
  const description = fields.getText('description');
  const priority = fields.getNumber('priorityLevel', 0, 999) ?? DEFAULT_PRIORITY;
  if (!Number.isInteger(priority)) {
    fields.reportMistake('priorityLevel', 'must be an integer from 0 to 999');
  }
  return {
    name,
    ...(description !== undefined && { description }),
    priority,
    include: fields.getChoice('include', INCLUDES) ?? defaultInclude,
  };
}
