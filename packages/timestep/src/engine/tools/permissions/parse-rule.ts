import { findSimilarWord } from '#core';
import { createCommandPattern } from './command-pattern.ts';
import { parseGlob, type Glob } from './glob.ts';
import type { PathFacts } from './path-facts.ts';
import { createPathPattern } from './path-pattern.ts';
import {
  createEnumPattern,
  createGlobPattern,
  createNumberRangePattern,
} from './plain-patterns.ts';
import { createUrlPattern } from './url-pattern.ts';
import type { ValuePattern } from './value-pattern.ts';

/** A parsed permission rule. */
export interface Rule {
  readonly text: string;
  readonly tool: Glob;
  readonly conditions: readonly Condition[];
  /** Whether the permission rule also allows arguments that it does not name. */
  readonly isOpen: boolean;
}

export interface Condition {
  /** Names of fields that lead to the argument. `*` is any field or list item, and `**` any number of them. */
  readonly path: readonly string[];
  readonly kind: ValueKind;
  readonly isDeclared: boolean;
  /** How the tool accesses a path: reading, writing or listing. Undefined if the rule does not say. */
  readonly access?: PathAccess | undefined;
  readonly text: string;
  readonly pattern: ValuePattern;
}

/** Kind of value in an argument, by which the value is compared. */
export type ValueKind = 'path' | 'url' | 'command' | 'number' | 'enum' | 'text';

const ACCESSES = ['read', 'write', 'list'] as const;

/** Access of a tool to a path: only reading or listing, or also writing. */
export type PathAccess = (typeof ACCESSES)[number];

type CreatePattern = (
  pattern: string,
  facts: PathFacts,
  access: PathAccess | undefined,
) => ValuePattern | undefined;

const KINDS: Readonly<Record<ValueKind, CreatePattern>> = {
  path: createPathPattern,
  url: createUrlPattern,
  command: createCommandPattern,
  number: createNumberRangePattern,
  enum: createEnumPattern,
  text: createGlobPattern,
};

/**
 * Parses a permission rule like `<tool>:<argument>=<pattern>&…`. If it is malformed, returns why.
 */
export function parseRule(text: string, facts: PathFacts): Rule | { readonly why: string } {
  const colon = text.indexOf(':');
  const tool = (colon === -1 ? text : text.slice(0, colon)).trim();
  if (tool === '') return { why: 'names no tool' };
  const written = colon === -1 ? [] : text.slice(colon + 1).split('&');
  // `&*` at the end of a rule allows calls with further arguments.
  const isOpen = written.at(-1)?.trim() === '*';
  const conditions: Condition[] = [];
  for (const condition of isOpen ? written.slice(0, -1) : written) {
    const parsed = parseCondition(condition, facts);
    if ('why' in parsed) return parsed;
    conditions.push(parsed);
  }
  // A rule with only text conditions always allowed other arguments, and agent folders rely on that.
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
  const named = declared === undefined ? undefined : parseKind(declared);
  if (named && 'why' in named) return named;
  const { kind, access } = named ?? { kind: inferConditionKind(pattern, path.at(-1) ?? '') };
  const isDeclared = named !== undefined;
  const parsed = KINDS[kind](pattern, facts, access);
  if (parsed) return { path, kind, isDeclared, access, text: pattern, pattern: parsed };
  if (!isDeclared) {
    return { path, kind: 'text', isDeclared, text: pattern, pattern: createGlobPattern(pattern) };
  }
  return { why: `"${pattern}" is not a pattern of the kind ${kind}` };
}

interface DeclaredKind {
  readonly kind: ValueKind;
  readonly access?: PathAccess | undefined;
}

/** Parses the kind of a condition, such as `url` or `path:read`. */
function parseKind(declared: string): DeclaredKind | { readonly why: string } {
  const [name = '', word] = declared.split(':');
  if (!isValueKind(name))
    return { why: describeUnknownWord(name, 'a kind of value', Object.keys(KINDS)) };
  if (word === undefined) return { kind: name };
  const access = ACCESSES.find((one) => one === word);
  if (name === 'path' && access !== undefined) return { kind: name, access };
  if (name !== 'path') return { why: `"${declared}" must be ${name}: only a path has an access` };
  return { why: describeUnknownWord(word, 'an access to a path', ACCESSES) };
}

function describeUnknownWord(word: string, what: string, known: readonly string[]): string {
  const meant = findSimilarWord(word, known);
  const advice = meant === undefined ? `write ${known.join(', ')}` : `did you mean ${meant}?`;
  return `has "${word}", which is not ${what}: ${advice}`;
}

function isValueKind(name: string): name is ValueKind {
  return Object.hasOwn(KINDS, name);
}

/** Matches names of arguments that contain command lines. */
const COMMAND_ARGUMENTS: ReadonlySet<string> = new Set(['command', 'cmd']);

/** Returns the kind of a condition that declares none. The pattern `*` is of kind `text`. */
function inferConditionKind(pattern: string, argument: string): ValueKind {
  if (pattern === '*') return 'text';
  if (/^(?:~?\/|\.\/|\*\*\/)/.test(pattern)) return 'path';
  if (/^[a-z*][a-z0-9+.*-]*:\/\//i.test(pattern)) return 'url';
  return COMMAND_ARGUMENTS.has(argument) ? 'command' : 'text';
}
