import { createContext, Script } from 'node:vm';
import { parseSync, type Node } from 'oxc-parser';
import { analyse } from 'scslre';
import { createAttackTexts } from '../attack-texts.ts';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

/** Files with patterns that are applied to untrusted text. */
const LOOKED_AT = /^(apps|packages|examples)\/.*(?<!\.test|\.fixture)\.tsx?$/;

/**
 * Files that may compile patterns of users. One of them runs these patterns under a time limit; the
 * others compile them.
 */
const COMPILERS: readonly string[] = [
  'packages/timestep/src/core/text/emoji-pattern.ts',
  'packages/timestep/src/core/text/late-pattern.ts',
  'packages/timestep/src/eval/graders/text-graders.ts',
  'packages/timestep/src/agents/model/script/match-rule.ts',
  'packages/timestep/src/agents/model/request/tools/valid-schema.ts',
];

/**
 * Maximum milliseconds for one text: a linear search takes less than one, a quadratic search
 * hundreds.
 */
const LIMIT_MS = 200;

/** Number of attempts, because a busy machine may slow down any single search. */
const TRIES = 8;

/** Checks that the time of every pattern is at most linear in the length of the text. */
export function checkPatterns(files: readonly SourceFile[]): Verdict {
  const sources = files.filter(({ path }) => LOOKED_AT.test(path));
  const problems: string[] = [];
  let count = 0;
  const parts = new Map(sources.flatMap(({ text }) => [...text.matchAll(PART)].map(toEntry)));
  for (const { path, text } of sources) {
    const { literals, compiled } = listPatterns(path, text, parts);
    count += literals.length;
    for (const { pattern, line } of literals) {
      const slow = describeSlowness(pattern);
      if (slow !== undefined) problems.push(`${path}:${line}: ${String(pattern)} ${slow}`);
    }
    if (COMPILERS.includes(path)) continue;
    for (const line of compiled) {
      problems.push(
        `${path}:${line}: compiles a pattern: write it out, or run it with createPatternRunner`,
      );
    }
  }
  if (count === 0) problems.push('no pattern to look at');
  return { summary: `${count} patterns in ${sources.length} files`, problems };
}

/** Matches a constant that is a part of patterns. */
const PART = /^(?:export )?const ([A-Z_]+)(?:: string)? =\s+String\.raw`([^`]*)`;/gm;

function toEntry([, name = '', source = '']: RegExpMatchArray): [string, string] {
  return [name, source];
}

interface Found {
  readonly literals: readonly { readonly pattern: RegExp; readonly line: number }[];
  /** Lines that call `RegExp`. */
  readonly compiled: readonly number[];
}

function listPatterns(path: string, text: string, parts: ReadonlyMap<string, string>): Found {
  const literals: { pattern: RegExp; line: number }[] = [];
  const compiled: number[] = [];
  const lineOf = (node: Node): number => text.slice(0, node.start).split('\n').length;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      if (value.type === 'Literal' && 'regex' in value) {
        const { pattern, flags } = value.regex;
        literals.push({ pattern: new RegExp(pattern, flags), line: lineOf(value) });
      }
      const isCall = value.type === 'NewExpression' || value.type === 'CallExpression';
      if (isCall && value.callee.type === 'Identifier' && value.callee.name === 'RegExp') {
        compiled.push(lineOf(value));
      }
      if (isCall && text.startsWith('createLazyPattern(', value.start)) {
        const pattern = readLatePattern(text.slice(value.start, value.end), parts);
        if (pattern) literals.push({ pattern, line: lineOf(value) });
        else compiled.push(lineOf(value));
      }
      Object.values(value).forEach(visit);
    }
  };
  visit(parseSync(path, text).program);
  return { literals, compiled };
}

/** Matches a call that compiles a pattern later: a template or the name of a part, and the flags. */
const LATE_PATTERN = /^createLazyPattern\(\s*(?:String\.raw`([^`]*)`|([A-Z_]+)),\s*'(\w+)',?\s*\)$/;

/** Reads the pattern of such a call. Undefined if it is not a constant. */
function readLatePattern(call: string, parts: ReadonlyMap<string, string>): RegExp | undefined {
  const [, template, name = '', flags] = LATE_PATTERN.exec(call) ?? [];
  const source = template ?? parts.get(name);
  if (source === undefined) return undefined;
  const whole = source.replaceAll(/\$\{([A-Z_]+)\}/g, (_, part: string) => parts.get(part) ?? '${');
  return whole.includes('${') ? undefined : new RegExp(whole, flags);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/**
 * Returns why the time of a pattern is more than linear: because of its parts, or because of the
 * search.
 */
function describeSlowness(pattern: RegExp): string | undefined {
  const { reports } = analyse(
    { source: pattern.source, flags: pattern.flags },
    { reportTypes: { Move: true, Self: true, Trade: true } },
  );
  if (reports.length > 0)
    return 'is more than linear: it tries the same characters again and again';
  for (const text of createAttackTexts(pattern)) {
    if (!isQuick(pattern, text))
      return `is more than linear over ${JSON.stringify(text.slice(0, 12))}…`;
  }
  return undefined;
}

const SEARCH = new Script('pattern.lastIndex = 0; text.replace(pattern, "")');
const CONTEXT = createContext();

/**
 * Uses replacement, because it continues the search after each match, as `matchAll` and `split` do.
 */
function isQuick(pattern: RegExp, text: string): boolean {
  Object.assign(CONTEXT, { pattern, text });
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      SEARCH.runInContext(CONTEXT, { timeout: LIMIT_MS });
      return true;
    } catch {
      // The search took too long this time; another attempt decides.
    }
  }
  return false;
}

if (import.meta.main) runGuard('patterns', checkPatterns);
