/** A pattern for a whole text: `*` matches any characters, and `?` matches one character. */
export interface Glob {
  readonly isPattern: boolean;
  matches(text: string): boolean;
}

/** Parses a pattern. A match takes at most as many steps as the product of both lengths. */
export function parseGlob(pattern: string): Glob {
  const isPattern = pattern.includes('*') || pattern.includes('?');
  return {
    isPattern,
    matches: isPattern ? (text) => matchGlob(pattern, text) : (text) => text === pattern,
  };
}

function matchGlob(pattern: string, text: string): boolean {
  let at = 0;
  let read = 0;
  /**
   * Position of the newest `*` in the pattern, and the end of the part of the text that it matches.
   */
  let star = -1;
  let reach = 0;
  while (read < text.length) {
    const sign = pattern[at];
    if (sign === '*') {
      star = at;
      reach = read;
      at += 1;
    } else if (sign === '?' || (sign !== undefined && sign === text[read])) {
      at += 1;
      read += 1;
    } else if (star >= 0) {
      reach += 1;
      read = reach;
      at = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
