import { isJsonObject, type JsonObject } from '../core/index.ts';
import { FolderError } from './folder-error.ts';
import type { Include, Note } from './note.ts';

const INCLUDES: readonly Include[] = ['always', 'agent', 'manual'];
const DEFAULT_PRIORITY = 500;
const FENCE = '---';

/**
 * Reads a rule or a reference: text, below front matter of `name: value` lines (YAML without nesting)
 * or of a JSON object. Throws `FolderError` naming file, line and field.
 */
export function readNote(text: string, file: string, fallbackName: string): Note {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const end = lines[0]?.trim() === FENCE ? lines.indexOf(FENCE, 1) : 0;
  if (end === -1) throw new FolderError(`${file}:1 opens front matter that no line --- closes`);
  const body = end === 0 ? lines : lines.slice(end + 1);
  const facts = factsIn(lines.slice(1, end), file);
  const wrong = (name: string, what: string): FolderError => {
    const at = lines.findIndex((line) => line.includes(name)) + 1;
    return new FolderError(`${file}:${Math.max(1, at)} ${name} ${what}`);
  };
  const { name = fallbackName, description } = facts;
  if (typeof name !== 'string' || !/^[\w-]+$/.test(name)) {
    throw wrong('name', 'must be of letters, digits, - and _');
  }
  if (description !== undefined && typeof description !== 'string') {
    throw wrong('description', 'must be a text');
  }
  // A note without front matter does not ask to be left out.
  const include = facts['include'] ?? (end === 0 ? 'always' : 'manual');
  const known = INCLUDES.find((one) => one === include);
  if (known === undefined) throw wrong('include', `must be ${INCLUDES.join(', ')}`);
  const priority = Number(facts['priorityLevel'] ?? DEFAULT_PRIORITY);
  if (!(Number.isInteger(priority) && priority >= 0 && priority <= 999)) {
    throw wrong('priorityLevel', 'must be a whole number from 0 to 999');
  }
  return {
    name,
    ...(description !== undefined && { description }),
    priority,
    include: known,
    text: body.join('\n').trim(),
  };
}

function factsIn(lines: readonly string[], file: string): JsonObject {
  if (lines[0]?.trimStart().startsWith('{')) return jsonIn(lines.join('\n'), file);
  const facts: Record<string, string> = {};
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const [, name, written = ''] = /^(\w+):(\s.*)?$/.exec(line.trimEnd()) ?? [];
    const value = name === undefined ? undefined : scalarIn(written.trimStart());
    if (name === undefined || value === undefined) {
      throw new FolderError(
        `${file}:${index + 2} is not a line of front matter: write "name: value", the value on one line`,
      );
    }
    facts[name] = value;
  }
  return facts;
}

/** A YAML scalar on one line; `undefined` for any other YAML. */
function scalarIn(written: string): string | undefined {
  const single = /^'((?:[^']|'')*)'$/.exec(written)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  if (/^"(?:[^"\\]|\\["\\/bfnrt])*"$/.test(written)) return JSON.parse(written) as string;
  if (/^["'[{|>&*!%@`]/.test(written)) return undefined;
  const comment = written.search(/\s#/);
  return (comment === -1 ? written : written.slice(0, comment)).trim();
}

function jsonIn(text: string, file: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Reported below, as is JSON of another form.
  }
  throw new FolderError(`${file}:2 is front matter that begins as JSON and is not valid JSON`);
}
