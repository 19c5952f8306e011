import { hash } from 'node:crypto';
import type { Mask } from '#core';
import type { EnvironmentTarget } from './target.ts';

/**
 * Describes for people, and for comparison, how a server is started or reached: by its address, or by its command
 * line with the directory. Values of variables and queries, which may be secret, become short digests; `mask` hides
 * secrets.
 */
export function describeServerLaunch(
  target: EnvironmentTarget,
  mask: Mask = returnUnmasked,
): string {
  if ('handler' in target) return 'in this process';
  return 'url' in target
    ? describeAddress(new URL(target.url), mask)
    : describeCommand(target, mask);
}

function describeAddress({ protocol, host, pathname, searchParams }: URL, mask: Mask): string {
  const query = [...searchParams].map(([name, value]) => `${name}=${toShortDigest(mask(value))}`);
  const address = mask(`${protocol}//${host}${pathname}`);
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}

function describeCommand(
  { command, args = [], env = {}, cwd }: Extract<EnvironmentTarget, { readonly command: string }>,
  mask: Mask,
): string {
  const variables = Object.entries(env)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${toShortDigest(mask(value))}`);
  const words = [...variables, ...[command, ...args].map((word) => quoteWord(mask(word)))];
  return [...words, ...(cwd === undefined ? [] : [`(in ${quoteWord(cwd)})`])].join(' ');
}

/** Quotes a word of a command line unless it consists of plain characters only. */
function quoteWord(word: string): string {
  return /^[\w.:/@%+,=~[\]-]+$/.test(word) ? word : JSON.stringify(word);
}

function toShortDigest(value: string): string {
  return `#${hash('sha256', value).slice(0, 8)}`;
}

function returnUnmasked(text: string): string {
  return text;
}
