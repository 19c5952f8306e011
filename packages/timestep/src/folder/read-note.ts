import type { Fields } from './fields.ts';
import { readFrontMatter } from './front-matter.ts';
import type { Include, Note } from './note.ts';
import type { Report } from './problem.ts';

export const INCLUDES: readonly Include[] = ['always', 'agent', 'manual'];
const DEFAULT_PRIORITY = 500;

/**
 * Reads a rule or a reference: text, below front matter of YAML or of a JSON object. `undefined`
 * where the front matter cannot be read, which is reported.
 */
export function readNote(
  text: string,
  file: string,
  fallbackName: string,
  report: Report,
): Note | undefined {
  const read = readFrontMatter(text, file, report);
  if (!read) return undefined;
  // A note without front matter does not ask to be left out.
  const facts = noteFacts(read.fields, fallbackName, read.isThere ? 'manual' : 'always');
  return { ...facts, text: read.body };
}

/** What is said of a note beside its text. */
export function noteFacts(
  fields: Fields,
  fallbackName: string,
  otherwise: Include,
): Omit<Note, 'text'> {
  const name = fields.text('name') ?? fallbackName;
  if (!/^[\w-]+$/.test(name)) fields.wrong('name', 'must be of letters, digits, - and _');
  const description = fields.text('description');
  const priority = fields.number('priorityLevel', 0, 999) ?? DEFAULT_PRIORITY;
  if (!Number.isInteger(priority)) {
    fields.wrong('priorityLevel', 'must be a whole number from 0 to 999');
  }
  return {
    name,
    ...(description !== undefined && { description }),
    priority,
    include: fields.choice('include', INCLUDES) ?? otherwise,
  };
}
