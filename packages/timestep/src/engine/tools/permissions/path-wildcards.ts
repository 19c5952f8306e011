const MOST_ALTERNATIVES = 64;

/** Lists the texts that a shell makes of alternatives, such as `{a,b}/c`. Empty if there are none. */
export function expandBraces(path: string): readonly string[] {
  if (!/\{[^{}]*,/.test(path)) return [];
  const found: string[] = [];
  const left = [path];
  for (let text = left.pop(); text !== undefined; text = left.pop()) {
    const braces = findBraces(text, 0, (inner) => inner.includes(','));
    if (!braces) found.push(text);
    else if (left.length + found.length > MOST_ALTERNATIVES) return found;
    else {
      const [before, after] = [text.slice(0, braces.start), text.slice(braces.end)];
      left.push(...braces.inner.split(',').map((one) => `${before}${one}${after}`));
    }
  }
  return found;
}

interface Braces {
  readonly start: number;
  /** Index of the first character after the closing brace. */
  readonly end: number;
  readonly inner: string;
}

/** Finds the first innermost braces whose content `isWanted` accepts. Reads each character once. */
function findBraces(
  text: string,
  from: number,
  isWanted: (inner: string) => boolean,
): Braces | undefined {
  let start = -1;
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '{') start = at;
    if (sign !== '}') continue;
    const inner = start === -1 ? undefined : text.slice(start + 1, at);
    if (inner !== undefined && isWanted(inner)) return { start, end: at + 1, inner };
    start = -1;
  }
  return undefined;
}

/** Replaces braces that contain alternatives or a range, as in `{a,b}` and `{1..3}`, by `*`. */
function replaceBracesByStar(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const braces = findBraces(text, from, (inner) => inner.includes(',') || inner.includes('..'));
    if (!braces) return [...parts, text.slice(from)].join('*');
    parts.push(text.slice(from, braces.start));
    from = braces.end;
  }
}

/** Replaces sets of characters such as `[a-z]` by `?`. */
function replaceCharacterSets(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('[', from);
    // In a glob set such as `[]a]`, a bracket directly after the opening one is a member, not the end.
    const end = start === -1 ? -1 : text.indexOf(']', start + 2);
    if (end === -1) return [...parts, text.slice(from)].join('?');
    parts.push(text.slice(from, start));
    from = end + 1;
  }
}

/** Stands for any number of path names that a shell or a program may insert for a wildcard. */
const ANY = '**';

/** Matches parts of a path that only the running program can resolve: variables and outputs of commands. */
const EXPANSION = /\$\([^)]*\)?|`[^`]*`?|\$\{[^}]*\}?|\$env:\w+|\$[a-z_]\w*|%[A-Z_]{2,}%|~[+-]/gi;
const MARK = '\u0001';

/**
 * Returns a path with wildcards in place of everything that a shell or a program fills in, as in `src/*` and
 * `$ROOT/a`, and whether it may begin in any folder. Undefined if nothing is filled in, or the text is not a
 * path.
 */
export function toWildcardPath(
  path: string,
): { readonly path: string; readonly isAnywhere: boolean } | undefined {
  if (!/[*?[{$`%~]/.test(path) || path.includes('\n')) return undefined;
  const marked = path.replaceAll(EXPANSION, MARK);
  // Texts of three or more words are sentences or code, not paths, although they may contain wildcards.
  if (/\s\S+\s/.test(marked.trim())) return undefined;
  const isAnywhere = isOnlyShellExpansion(marked.split('/', 1)[0] ?? '');
  const names = marked.split('/').map((name, at) => {
    if (isOnlyShellExpansion(name)) return at === 0 && isAnywhere ? '' : ANY;
    const plain = replaceCharacterSets(name.replaceAll(/[?*+@!]\([^()]*\)/g, '*'));
    return replaceBracesByStar(plain).replaceAll(MARK, '*');
  });
  if (!isAnywhere && names.every((name) => !/[*?]/.test(name))) return undefined;
  // The parent of any number of names is again any number of names, so `..` after `**` is dropped.
  const known: string[] = [];
  for (const name of names) {
    if (name !== '..' || (known.length > 0 ? known.at(-1) !== ANY : !isAnywhere)) known.push(name);
  }
  return { path: known.join('/').replace(/^\/+/, isAnywhere ? '' : '/'), isAnywhere };
}

/** Whether a path segment consists only of a shell expansion, with or without quotes. */
function isOnlyShellExpansion(name: string): boolean {
  return name.replaceAll(/["']/g, '') === MARK;
}

/**
 * Returns whether some path matches both patterns, in which `**` stands for any number of names. Takes at
 * most as many steps as the product of both lengths.
 */
export function doPathPatternsOverlap(
  pattern: readonly string[],
  given: readonly string[],
): boolean {
  return doListPatternsOverlap(
    pattern,
    given,
    (name) => name === ANY,
    (left, right) => doNamePatternsOverlap(left, right),
  );
}

function doNamePatternsOverlap(left: string, right: string): boolean {
  return doListPatternsOverlap(
    Array.from(left),
    Array.from(right),
    (sign) => sign === '*',
    (one, other) => one === '?' || other === '?' || one === other,
  );
}

/**
 * Returns whether some sequence matches both lists. An item for which `isAny` is true matches any number of
 * items.
 */
function doListPatternsOverlap(
  left: readonly string[],
  right: readonly string[],
  isAny: (item: string) => boolean,
  isEqual: (left: string, right: string) => boolean,
): boolean {
  // `reached[j]`: whether the items of `left` so far match the first `j` items of `right`.
  let reached = [true];
  for (const [at, item] of right.entries()) reached.push(reached[at] === true && isAny(item));
  for (const item of left) {
    const next = [reached[0] === true && isAny(item)];
    for (const [at, other] of right.entries()) {
      const isLonger = isAny(item) || isAny(other);
      next.push(
        isLonger
          ? (isAny(item) && (reached[at + 1] === true || next[at] === true)) ||
              (isAny(other) && (next[at] === true || reached[at + 1] === true)) ||
              reached[at] === true
          : reached[at] === true && isEqual(item, other),
      );
    }
    reached = next;
  }
  return reached.at(-1) === true;
}
