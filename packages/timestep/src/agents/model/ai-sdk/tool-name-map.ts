import { createHash } from 'node:crypto';

export interface ToolNameMap {
  readonly toProviderName: (name: string) => string;
  readonly toToolName: (name: string) => string;
}

export const IDENTITY_NAMES: ToolNameMap = {
  toProviderName: (name) => name,
  toToolName: (name) => name,
};

/** Pattern of tool names that all providers accept. */
const VALID_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const LONGEST = 64;
const DIGITS = 8;

/** Maps tool names to valid names. A new name depends only on the old one, at every step. */
export function createToolNameMap(names: ReadonlySet<string>): ToolNameMap {
  if (areProviderNames(names)) return IDENTITY_NAMES;
  const given = new Map<string, string>();
  const meant = new Map<string, string>();
  const others: string[] = [];
  for (const name of names) {
    if (isPortableToolName(name)) meant.set(name, name);
    else others.push(name);
  }
  for (const name of others.toSorted()) {
    let attempt = 0;
    let made = createProviderToolName(name, attempt);
    while (meant.has(made)) made = createProviderToolName(name, (attempt += 1));
    given.set(name, made);
    meant.set(made, name);
  }
  return {
    toProviderName: (name) => given.get(name) ?? name,
    toToolName: (name) => meant.get(name) ?? name,
  };
}

function areProviderNames(names: ReadonlySet<string>): boolean {
  for (const name of names) if (!isPortableToolName(name)) return false;
  return true;
}

/**
 * Whether all providers accept the name of a tool. Names of built-in object members, such as
 * `constructor`, are not accepted, because the AI SDK looks names up in plain objects.
 */
export function isPortableToolName(name: string): boolean {
  return VALID_NAME.test(name) && !(name in Object.prototype);
}

function createProviderToolName(name: string, attempt: number): string {
  const digest = createHash('sha256').update(attempt === 0 ? name : `${attempt}:${name}`);
  const mark = digest.digest('hex').slice(0, DIGITS);
  const words = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST - DIGITS - 2);
  return /^[A-Za-z_]/.test(words) ? `${words}_${mark}` : `_${words}_${mark}`;
}
