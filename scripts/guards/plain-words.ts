import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly where: readonly Place[];
  readonly reason: string;
}

type Place = 'comment' | 'string';

/** A comment, or a string that is prose, and where its text begins in the file. */
interface Passage {
  readonly place: Place;
  readonly text: string;
  readonly start: number;
}

const NAME_IT = 'name the thing: the caller, the process, the task, the tool';

const RULES: readonly Rule[] = [
  {
    pattern: /\b(whoever|nobody|somebody|anybody|everybody)\b/gi,
    where: ['comment', 'string'],
    reason: NAME_IT,
  },
  {
    pattern: /\b(those|ones?)\s+(that|which|who)\b/gi,
    where: ['comment', 'string'],
    reason: NAME_IT,
  },
  {
    pattern: /\bas\s+(it\s+is|they\s+are)(?=[\s*]*([.,;:)!?]|$|and\b|to\b|in\b|on\b))/gim,
    where: ['comment', 'string'],
    reason: 'write "unchanged", or what the value is',
  },
  {
    pattern: /\bso\s+many\b/gi,
    where: ['comment', 'string'],
    reason: 'write the number, "n" or "at most"',
  },
  {
    pattern: /\banew\b/gi,
    where: ['comment', 'string'],
    reason: 'write "again" or "from scratch"',
  },
  {
    pattern: /\b(comes?|came)\s+(to\s+nothing|of\s+it)\b/gi,
    where: ['comment', 'string'],
    reason: 'write "fails", or "the result"',
  },
  {
    pattern: /\bwhat\s+is\s+(there|known|kept|said|not|none)\b/gi,
    where: ['comment', 'string'],
    reason: 'write the noun',
  },
  {
    pattern: /\b(mend|heed)(s|ed|ing)?\b/gi,
    where: ['comment', 'string'],
    reason: 'write "fix" or "honor"',
  },
  {
    pattern: /\b(a|the)\s+yes\b/gi,
    where: ['comment', 'string'],
    reason: 'write "approval"',
  },
  {
    pattern: /\btold\b/gi,
    where: ['comment'],
    reason: 'a function receives or is given something, and a message says it',
  },
];

const SOURCE = /^((apps|packages)\/[^/]+\/src|bench|examples)\/.*(?<!\.test)\.tsx?$/;

/** Holds comments and messages to words that a reader of plain English understands. */
export function plainWords(files: readonly SourceFile[]): Verdict {
  const read = files.filter(({ path }) => SOURCE.test(path));
  const problems = read.flatMap((file) => [...riddlesIn(file)]);
  if (read.length === 0) problems.push('no files found');
  return { summary: `${read.length} files, ${RULES.length} rules`, problems };
}

function* riddlesIn({ path, text }: SourceFile): Generator<string> {
  for (const passage of passagesIn(path, text)) {
    for (const { pattern, where, reason } of RULES) {
      if (!where.includes(passage.place)) continue;
      for (const { 0: found, index } of passage.text.matchAll(pattern)) {
        const line = text.slice(0, passage.start + index).split('\n').length;
        yield `${path}:${line} "${found.replaceAll(/\s+/g, ' ')}": ${reason}`;
      }
    }
  }
}

/** The passages of a file in their order; consecutive line comments are one passage. */
function passagesIn(path: string, text: string): Passage[] {
  const { program, comments } = parseSync(path, text);
  const passages = comments.map(({ start, end }): Passage => {
    return { place: 'comment', text: commentText(text.slice(start, end)), start };
  });
  const addString = (start: number, end: number): void => {
    const written = text.slice(start, end);
    if (/\s/.test(written)) passages.push({ place: 'string', text: written, start });
  };
  new Visitor({
    Literal: ({ value, start, end }) => {
      if (typeof value === 'string') addString(start, end);
    },
    TemplateElement: ({ start, end }) => addString(start, end),
  }).visit(program);
  return joined(
    passages.toSorted((a, b) => a.start - b.start),
    text,
  );
}

/** Blanks code in backticks and the signs of a comment, so that places in it stay the same. */
function commentText(written: string): string {
  return written.replaceAll(/`[^`]*`/g, blank).replaceAll(/^(\/\/|\/\*+|\s*\*\/?)/gm, blank);
}

function blank(written: string): string {
  return written.replaceAll(/[^\n]/g, ' ');
}

function joined(passages: readonly Passage[], text: string): Passage[] {
  const result: Passage[] = [];
  for (const passage of passages) {
    const last = result.at(-1);
    const end = last ? last.start + last.text.length : 0;
    const between = text.slice(end, passage.start);
    if (last?.place !== 'comment' || passage.place !== 'comment' || between.trim() !== '') {
      result.push(passage);
    } else {
      result[result.length - 1] = { ...last, text: last.text + between + passage.text };
    }
  }
  return result;
}

if (import.meta.main) runGuard('plain-words', plainWords);
