import { createHash } from 'node:crypto';

/** Tool names on their way to a provider and back. */
export interface ToolNames {
  /** The name a provider takes. */
  readonly toProvider: (name: string) => string;
  /** The tool that a provider means; a name it made up stays as it is. */
  readonly fromProvider: (name: string) => string;
}

/** Names that are taken as they are. */
export const SAME_NAMES: ToolNames = {
  toProvider: (name) => name,
  fromProvider: (name) => name,
};

/** A name that all providers take: the narrowest of their rules. */
const TAKEN = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const LONGEST = 64;
const DIGITS = 8;

/**
 * Gives every tool a name that all providers take. Most tools have such a name and keep it. The
 * others get a name that depends only on their own name, so that a transcript has the same names at
 * every step, whatever tools are on offer then; only a name that is taken already is replaced by
 * another.
 */
export function toolNames(names: ReadonlySet<string>): ToolNames {
  if (isTaken(names)) return SAME_NAMES;
  const given = new Map<string, string>();
  const meant = new Map<string, string>();
  const others: string[] = [];
  for (const name of names) {
    if (TAKEN.test(name)) meant.set(name, name);
    else others.push(name);
  }
  for (const name of others.toSorted()) {
    let attempt = 0;
    let made = madeName(name, attempt);
    while (meant.has(made)) made = madeName(name, (attempt += 1));
    given.set(name, made);
    meant.set(made, name);
  }
  return {
    toProvider: (name) => given.get(name) ?? name,
    fromProvider: (name) => meant.get(name) ?? name,
  };
}

function isTaken(names: ReadonlySet<string>): boolean {
  for (const name of names) if (!TAKEN.test(name)) return false;
  return true;
}

function madeName(name: string, attempt: number): string {
  const digest = createHash('sha256').update(attempt === 0 ? name : `${attempt}:${name}`);
  const mark = digest.digest('hex').slice(0, DIGITS);
  const words = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST - DIGITS - 2);
  return /^[A-Za-z_]/.test(words) ? `${words}_${mark}` : `_${words}_${mark}`;
}
