import { trimTrailing } from '#core';
import { expandBraces } from './path-wildcards.ts';
import type { PathFacts } from './path-facts.ts';
import { getHiddenPattern, removeHidden } from './value-pattern.ts';

/** Maximum length of a path. Operating systems refuse longer ones, but a program may shorten them before use. */
const LONGEST_PATH = 4096;

/** Returns why programs may read a path differently; undefined if there is one reading. */
export function findPathAmbiguity(path: string): string | undefined {
  if (path === '') return 'an empty path often means the current folder';
  if (path.length > LONGEST_PATH) return 'the path is longer than systems allow';
  if (path.search(getHiddenPattern()) !== -1) return 'the path has hidden characters';
  if (/%[0-9a-f]{2}/i.test(path)) return 'the path has percent codes';
  if (path.includes('\\')) return 'the path has backslashes';
  if (/[$~`]/.test(path)) return 'the path has characters that shells expand';
  if (hasBraceAlternatives(path)) return 'the path has alternatives that shells expand';
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return 'the path looks like a URL';
  if (path.normalize() !== path) return 'the path is not in Unicode normal form';
  if (SLASHES.test(path)) return 'the path has characters that look like slashes';
  if (path.split('/').some(isNameSpecialOnWindows))
    return 'the path has names that Windows reads differently';
  if (hasOtherFoldersWhenNormalized(path))
    return 'the path has characters that some programs fold to others';
  if (containsProcessLink(path)) return 'the path leads through the files of a process';
  return undefined;
}

/** Characters that old code pages turn into slashes. */
const SLASHES = /[\u2044\u2215\u29f8\u29f5\u29f9\u2216]/;

const ALL_SLASHES = /[\u2044\u2215\u29f8\u29f5\u29f9\u2216]/g;

function hasBraceAlternatives(path: string): boolean {
  const start = path.indexOf('{');
  return start !== -1 && /,|\.\./.test(path.slice(start));
}

/**
 * Names of links in `/proc` that lead elsewhere for each process, so that only the process that opens them
 * knows their targets.
 */
const PROCESS_LINKS: readonly string[] = ['root', 'cwd', 'fd', 'map_files', 'exe'];

/** Whether a path contains such a link of `/proc`, or `/dev/fd`, which lead to other files in each process. */
function containsProcessLink(path: string): boolean {
  const names = path.split('/').filter((name) => name !== '');
  const proc = names.indexOf('proc');
  if (proc !== -1 && names.slice(proc + 2).some((name) => PROCESS_LINKS.includes(name))) {
    return true;
  }
  return names.some((name, at) => name === 'dev' && names[at + 1] === 'fd');
}

function isNameSpecialOnWindows(name: string): boolean {
  if (name === '.' || name === '..' || name === '') return false;
  return /[. ]$|:/.test(name) || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}

/**
 * Whether Unicode's compatibility form of a path has other folders, as the character "two dot leader" becomes
 * `..`.
 */
function hasOtherFoldersWhenNormalized(path: string): boolean {
  const folded = path.normalize('NFKC');
  if (folded === path) return false;
  const [names, others] = [path.split('/'), folded.split('/')];
  if (names.length !== others.length) return true;
  return others.some(
    (name, at) => name !== names[at] && (/^\.{1,2}$/.test(name) || isNameSpecialOnWindows(name)),
  );
}

const READINGS: readonly ((path: string) => string)[] = [
  (path) => path.split('\0')[0] ?? '',
  (path) => path.trim().replace(/^(["'])(.*)\1$/s, '$2'),
  (path) => removeHidden(path).normalize('NFKC'),
  (path) => path.replace(/^(?:[a-z][a-z-]*:)?file:(?:\/\/[^/]*)?/i, ''),
  decodePercent,
  decodePercent,
  decodePercent,
  (path) => path.replaceAll('\\', '/').replaceAll(ALL_SLASHES, '/'),
  (path) => path.replace(HOME_VARIABLE, '~'),
  (path) => path.trim(),
  (path) => path.split(/[?#]/, 1)[0] ?? '',
  removeWindowsSpelling,
];

/** Matches variables that stand for the home folder, such as `$HOME`. */
export const HOME_VARIABLE: RegExp =
  /^["']?(?:\$HOME|\$\{HOME\}|%USERPROFILE%|%HOME%|\$USERPROFILE|\$\{?env:(?:HOME|USERPROFILE)\}?)(?=["'/]|$)["']?/i;

/** Lists the different paths that programs may understand a text to be, such as with `~root` expanded. */
export function listPossiblePaths(path: string, { home }: PathFacts): readonly string[] {
  const ofUser = (one: string): string =>
    home === undefined
      ? one
      : one.replace(/^~(?=[^/])/, `${home.slice(0, home.lastIndexOf('/'))}/`);
  const ofRoot = (one: string): string => one.replace(/^~root(?=\/|$)/, '/root');
  let readings: ReadonlySet<string> = new Set([path]);
  for (const read of [...READINGS, ofRoot, ofUser]) {
    readings = new Set([...readings, ...[...readings].map(read)]);
  }
  return [...readings].flatMap((reading) => [reading, ...expandBraces(reading)]);
}

/** Decodes percent codes, also outdated codes that some programs accept. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  return text
    .replaceAll(/%u([0-9a-f]{4})/gi, toCharacter)
    .replaceAll(/%c0%([89ab][0-9a-f])/gi, (_code, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16) & 0x7f),
    )
    .replaceAll(/%([0-9a-f]{2})/gi, toCharacter);
}

function toCharacter(_code: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

/**
 * Removes what Windows ignores in paths: a drive letter, stream names after a colon, and dots or spaces at
 * the end of names.
 */
function removeWindowsSpelling(path: string): string {
  const names = path.replace(/^(?:\/\/[?.]\/)?[a-z]:(?=\/)/i, '').split('/');
  return names
    .map((name) =>
      /^\.{1,2}$/.test(name) ? name : trimTrailing(name.split(':', 1)[0] ?? '', '. '),
    )
    .join('/');
}

/** Returns the names to which the links of a process in `/proc` lead. */
export function resolveProcessLinks(
  names: readonly string[],
  root: readonly string[],
): readonly string[] {
  let left = names;
  for (;;) {
    const at = left[2] === 'task' ? 4 : 2;
    if (left[0] !== 'proc') return left;
    if (left[at] === 'root') left = left.slice(at + 1);
    else if (left[at] === 'cwd') left = [...root, ...left.slice(at + 1)];
    else return left;
  }
}
