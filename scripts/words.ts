import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

interface Ban {
  readonly pattern: RegExp;
  /** The files it applies to, by path. */
  readonly where: RegExp;
  readonly reason: string;
}

const EVERYWHERE = /^(?!package-lock\.json$|.*\/package-lock\.json$)/;
const CODE = /\.([cm]?[jt]sx?|json|ya?ml|sh|html|css)$|(^|\/)run$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const LOCK = /(^|\/)package-lock\.json$/;

/** Spelled in pieces, so that neither this guard nor a plain search finds the words here. */
function spelled(...pieces: readonly string[]): string {
  return pieces.join('');
}

const REMINDERS = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['X', 'XX'],
  ['HA', 'CK'],
].map((pieces) => spelled(...pieces));
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
    pattern: new RegExp(`(?<![\\w.*}/-])/(var/)?${spelled('t', 'mp')}(/|['"\`])`),
    where: CODE,
    reason: 'a fixed temporary folder: ask the system for one',
  },
  {
    pattern: new RegExp(`\\b(test|it|describe|suite|context)(\\.\\w+)*\\.(${SKIPS})\\(`),
    where: SCRIPT,
    reason: 'a test that does not always run',
  },
  {
    pattern: new RegExp(spelled('@ts', '-(ignore|nocheck)')),
    where: SCRIPT,
    reason: 'the compiler silenced',
  },
  {
    pattern: new RegExp(spelled('\\bas', ' any\\b(?=\\s*([;,)\\]}>.]|$))')),
    where: SCRIPT,
    reason: 'a type given up',
  },
  {
    pattern: new RegExp(spelled('"resol', 'ved": "https?:')),
    where: LOCK,
    reason: 'a registry address in the lock: the lock is to fit any registry',
  },
  {
    pattern: new RegExp(spelled('^(@.*:)?regi', 'stry\\s*=')),
    where: /(^|\/)\.npmrc$/,
    reason: 'a registry of one machine',
  },
  {
    pattern: /temporal/i,
    where: /^packages\/timestep\/src\//,
    reason: 'a backend of another package: ask what every BackendKind has',
  },
];

/** Holds the words: nothing postponed, switched off, or true on one machine only. */
export function words(files: readonly SourceFile[]): Verdict {
  const problems = files.flatMap((file) => [...wordsIn(file)]);
  if (files.length === 0) problems.push('no files found');
  return { summary: `${files.length} files, ${BANS.length} patterns`, problems };
}

function* wordsIn({ path, text }: SourceFile): Generator<string> {
  const bans = BANS.filter(({ where }) => where.test(path));
  for (const [index, line] of text.split('\n').entries()) {
    for (const { pattern, reason } of bans) {
      const found = pattern.exec(line);
      if (found) yield `${path}:${index + 1} ${found[0].trim()}: ${reason}`;
    }
  }
}

if (import.meta.main) runGuard('words', words);
