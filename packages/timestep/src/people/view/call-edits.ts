import {
  countCommonLines,
  describeRepeatedNames,
  isJsonObject,
  parseArguments,
  type JsonObject,
} from '#core';

/** A change of a file that a call asks for: a part that is replaced, or the whole text that is written. */
export interface CallEdit {
  readonly path: string;
  /** Names of the arguments from which the change was read, such as `old_string → new_string`. */
  readonly label: string;
  /** The text that is replaced; undefined if the file is written as a whole. */
  readonly before?: string;
  readonly after: string;
}

/** The changes of one file that a call asks for, and the rest of its arguments. */
export interface CallEdits {
  readonly edits: readonly CallEdit[];
  /** Name of the argument with the path. */
  readonly pathName: string;
  /** The arguments of the call that the shown edits do not contain. */
  readonly others: JsonObject;
}

const PATHS = ['path', 'file_path', 'filePath', 'file', 'filename'];
const BEFORE = ['old_string', 'old_str', 'oldString', 'oldText', 'old_text'];
const AFTER = ['new_string', 'new_str', 'newString', 'newText', 'new_text'];
const WHOLE = ['content', 'contents', 'file_text', 'text'];
const WRITING = /(?:^|[_\-.])(?:write|create|save|update|put|edit)|(?:write|create|save)File/i;

/**
 * Finds the changes of a file in the arguments of a call, by the names that tools for files use. Undefined
 * if there are none, or if programs could read the arguments differently.
 */
export function findFileEditsOfCall(name: string, written: string): CallEdits | undefined {
  const args = parseArguments(written);
  if (!args || describeRepeatedNames(written) !== undefined) return undefined;
  const path = findTextArgument(args, PATHS);
  if (!path) return undefined;
  const pathName = path.name;
  const { edits } = args;
  if (Array.isArray(edits)) {
    const read = edits.map((edit) => (isJsonObject(edit) ? readPair(edit) : undefined));
    const found = read.filter(
      (edit) => edit !== undefined && Object.keys(edit.others).length === 0,
    );
    if (found.length === 0 || found.length < read.length) return undefined;
    const others = omitNames(args, [pathName, 'edits']);
    const listed = found.flatMap((edit, at) =>
      edit ? [pairToCallEdit(path.text, edit, `edits[${at}] `)] : [],
    );
    return { edits: listed, pathName, others };
  }
  const pair = readPair(args);
  if (pair) {
    const others = omitNames(pair.others, [pathName]);
    return { edits: [pairToCallEdit(path.text, pair)], pathName, others };
  }
  const whole = WRITING.test(name) ? findTextArgument(args, WHOLE) : undefined;
  if (!whole) return undefined;
  const others = omitNames(args, [pathName, whole.name]);
  const edit = { path: path.text, label: whole.name, after: whole.text };
  return { edits: [edit], pathName, others };
}

interface Pair {
  /** Names of the two arguments that contain the text before and after the edit. */
  readonly names: readonly [before: string, after: string];
  readonly before: string;
  readonly after: string;
  readonly others: JsonObject;
}

function readPair(args: JsonObject): Pair | undefined {
  const [before, after] = [findTextArgument(args, BEFORE), findTextArgument(args, AFTER)];
  if (!before || !after) return undefined;
  const others = omitNames(args, [before.name, after.name]);
  return { names: [before.name, after.name], before: before.text, after: after.text, others };
}

function pairToCallEdit(path: string, { names, before, after }: Pair, place = ''): CallEdit {
  return { path, label: `${place}${names.join(' → ')}`, before, after };
}

function findTextArgument(
  args: JsonObject,
  names: readonly string[],
): { readonly name: string; readonly text: string } | undefined {
  const name = names.find((one) => typeof args[one] === 'string');
  const text = name === undefined ? undefined : args[name];
  return name !== undefined && typeof text === 'string' ? { name, text } : undefined;
}

function omitNames(args: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
}

/**
 * Lists the changed lines of a file edit, with `-` before removed and `+` before added lines. Equal lines at
 * the beginning and the end are listed once.
 */
export function listEditLines({
  before,
  after,
}: Pick<CallEdit, 'before' | 'after'>): readonly string[] {
  const old = before === undefined ? [] : splitLines(before);
  const next = splitLines(after);
  const { start, end } = countCommonLines(old, next);
  return [
    ...old.slice(0, start).map((line) => `  ${line}`),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...next.slice(start, next.length - end).map((line) => `+ ${line}`),
    ...old.slice(old.length - end).map((line) => `  ${line}`),
  ];
}

/**
 * Splits a text into lines. A text that ends with a line break gets an empty last line, which other texts
 * lack.
 */
function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}
