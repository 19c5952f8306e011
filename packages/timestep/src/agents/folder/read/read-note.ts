import type { Fields } from '../text/fields.ts';
import { parseFrontMatter } from '../text/front-matter.ts';
import type { Include, Note } from '../note.ts';
import type { ReportFolderProblem } from '../problem.ts';

export const INCLUDES: readonly Include[] = ['always', 'agent', 'manual'];
const DEFAULT_PRIORITY = 500;

/** Returns undefined after reporting invalid front matter. */
export function parseNote(
  text: string,
  file: string,
  fallbackName: string,
  report: ReportFolderProblem,
): Note | undefined {
  const read = parseFrontMatter(text, file, report);
  if (!read) return undefined;
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
