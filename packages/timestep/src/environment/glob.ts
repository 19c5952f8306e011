/** A pattern over a whole text, where `*` stands for any characters and `?` for one. */
export interface Glob {
  /** False where the pattern is a plain text. */
  readonly isPattern: boolean;
  matches(text: string): boolean;
}

/** Reads a pattern. A match takes at most the product of both lengths in steps. */
export function globOf(pattern: string): Glob {
  const isPattern = pattern.includes('*') || pattern.includes('?');
  return {
    isPattern,
    matches: isPattern ? (text) => matches(pattern, text) : (text) => text === pattern,
  };
}

function matches(pattern: string, text: string): boolean {
  let at = 0;
  let read = 0;
  /** Where the newest star is, and up to where its characters reach. */
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
