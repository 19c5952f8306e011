import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

interface Ban {
  readonly pattern: RegExp;
  /** The files that the ban applies to, by path. */
  readonly where: RegExp;
  readonly reason: string;
}

const EVERYWHERE = /^(?!package-lock\.json$|.*\/package-lock\.json$)/;
const CODE = /\.([cm]?[jt]sx?|json|ya?ml|sh|html|css)$|(^|\/)run$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const LOCK = /(^|\/)package-lock\.json$/;

/** Joins the pieces of a word, so that this guard and a plain search do not find the word here. */
function joinPieces(...pieces: readonly string[]): string {
  return pieces.join('');
}

const REMINDERS = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['X', 'XX'],
  ['HA', 'CK'],
].map((pieces) => joinPieces(...pieces));
const HOMES = ['work', 'root', 'home', 'Users'].join('|');
const SKIPS = ['only', 'skip', 'todo', 'skipIf', 'runIf'].join('|');

const BANS: readonly Ban[] = [
  {
    pattern: new RegExp(`\\b(${REMINDERS.join('|')})\\b`),
    where: EVERYWHERE,
    reason: 'a reminder: do it, or open an issue',
  },
  {
    pattern: new RegExp(`(?<![\\w.*}/-])/(${HOMES})/\\w`),
    where: EVERYWHERE,
    reason: 'a path of one machine',
  },
  {
    pattern: new RegExp(`(?<![\\w.*}/-])/(var/)?${joinPieces('t', 'mp')}(/|['"\`])`),
    where: CODE,
    reason: 'a fixed temporary folder: ask the system for one',
  },
  {
    pattern: new RegExp(`\\b(test|it|describe|suite|context)(\\.\\w+)*\\.(${SKIPS})\\(`),
    where: SCRIPT,
    reason: 'a test that does not always run',
  },
  {
    pattern: new RegExp(joinPieces('@ts', '-(ignore|nocheck)')),
    where: SCRIPT,
    reason: 'the compiler silenced',
  },
  {
    pattern: new RegExp(joinPieces('\\bas', ' any\\b(?=\\s*([;,)\\]}>.]|$))')),
    where: SCRIPT,
    reason: 'a type given up',
  },
  {
    pattern: new RegExp(joinPieces('"resol', 'ved": "https?:')),
    where: LOCK,
    reason: 'a registry address in the lock: the lock is to fit any registry',
  },
  {
    pattern: new RegExp(joinPieces('^(@.*:)?regi', 'stry\\s*=')),
    where: /(^|\/)\.npmrc$/,
    reason: 'a registry of one machine',
  },
  {
    pattern: /temporal/i,
    where: /^packages\/timestep\/src\//,
    reason: 'a backend of another package: ask what every BackendKind has',
  },
];

/** Checks for banned words: reminders, disabled tests, and paths of one machine. */
export function checkWords(files: readonly SourceFile[]): Verdict {
  const problems = files.flatMap((file) => [...findBannedWords(file)]);
  if (files.length === 0) problems.push('no files found');
  return { summary: `${files.length} files, ${BANS.length} patterns`, problems };
}

function* findBannedWords({ path, text }: SourceFile): Generator<string> {
  const bans = BANS.filter(({ where }) => where.test(path));
  for (const [index, line] of text.split('\n').entries()) {
    for (const { pattern, reason } of bans) {
      const found = pattern.exec(line);
      if (found) yield `${path}:${index + 1} ${found[0].trim()}: ${reason}`;
    }
  }
}

if (import.meta.main) runGuard('words', checkWords);
