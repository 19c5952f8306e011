import { createCommandPattern } from './command-pattern.ts';
import { parseGlob, type Glob } from './glob.ts';
import { createPathPattern, type PathFacts } from './path-pattern.ts';
import { createEnumPattern, createGlobPattern, createNumberPattern } from './plain-patterns.ts';
import { createUrlPattern } from './url-pattern.ts';
import type { ValuePattern } from './value-pattern.ts';

/** A parsed rule on tool calls. */
export interface Rule {
  readonly text: string;
  readonly tool: Glob;
  readonly conditions: readonly Condition[];
  /** Whether arguments that the rule does not name may have any value. */
  readonly isOpen: boolean;
}

export interface Condition {
  /** Names of fields; `*` is any field or list item, and `**` any number of them. */
  readonly path: readonly string[];
  readonly kind: ValueKind;
  readonly isDeclared: boolean;
  readonly text: string;
  readonly pattern: ValuePattern;
}

/** What a value names, which decides how it is compared. */
type ValueKind = 'path' | 'url' | 'command' | 'number' | 'enum' | 'text';

const KINDS: Readonly<
  Record<ValueKind, (pattern: string, facts: PathFacts) => ValuePattern | undefined>
> = {
  path: createPathPattern,
  url: createUrlPattern,
  command: createCommandPattern,
  number: createNumberPattern,
  enum: createEnumPattern,
  text: createGlobPattern,
};

/** Parses a rule like `<tool>:<argument>=<pattern>&…`. Returns why it is malformed if it is. */
export function parseRule(text: string, facts: PathFacts): Rule | { readonly why: string } {
  const colon = text.indexOf(':');
  const tool = (colon === -1 ? text : text.slice(0, colon)).trim();
  if (tool === '') return { why: 'names no tool' };
  const written = colon === -1 ? [] : text.slice(colon + 1).split('&');
  // `&*` at the end.
  const isOpen = written.at(-1)?.trim() === '*';
  const conditions: Condition[] = [];
  for (const condition of isOpen ? written.slice(0, -1) : written) {
    const parsed = parseCondition(condition, facts);
    if ('why' in parsed) return parsed;
    conditions.push(parsed);
  }
  // Rules of plain texts were always open, and folders rely on that.
  const isPlain = conditions.every(({ kind, isDeclared }) => kind === 'text' && !isDeclared);
  return { text, tool: parseGlob(tool), conditions, isOpen: isOpen || isPlain };
}

function parseCondition(text: string, facts: PathFacts): Condition | { readonly why: string } {
  const equals = text.indexOf('=');
  if (equals < 1) return { why: `"${text}" is not <argument>=<value>` };
  const pattern = text.slice(equals + 1);
  const [, argument = '', declared] =
    /^(.*?)(?:\(([^()]*)\))?$/.exec(text.slice(0, equals).trim()) ?? [];
  const path = argument.split('.');
  if (declared !== undefined && !isKind(declared)) {
    return { why: `"${declared}" is no kind of value: write ${Object.keys(KINDS).join(', ')}` };
  }
  const kind = declared ?? inferKind(pattern, path.at(-1) ?? '');
  const isDeclared = declared !== undefined;
  const parsed = KINDS[kind](pattern, facts);
  if (parsed) return { path, kind, isDeclared, text: pattern, pattern: parsed };
  if (!isDeclared) {
    return { path, kind: 'text', isDeclared, text: pattern, pattern: createGlobPattern(pattern) };
  }
  return { why: `"${pattern}" is no pattern of the kind ${kind}` };
}

function isKind(name: string): name is ValueKind {
  return Object.hasOwn(KINDS, name);
}

/** Names of arguments that hold command lines. */
const COMMAND_ARGUMENTS: ReadonlySet<string> = new Set(['command', 'cmd']);

/** Returns the kind of a pattern that declares none. A lone `*` is any text. */
function inferKind(pattern: string, argument: string): ValueKind {
  if (pattern === '*') return 'text';
  if (/^(?:~?\/|\.\/|\*\*\/)/.test(pattern)) return 'path';
  if (/^[a-z*][a-z0-9+.*-]*:\/\//i.test(pattern)) return 'url';
  return COMMAND_ARGUMENTS.has(argument) ? 'command' : 'text';
}
