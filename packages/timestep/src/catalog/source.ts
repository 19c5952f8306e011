import { basename, dirname, resolve } from 'node:path';
import { agentIdOf, MANIFEST } from '../folder/index.ts';
import { nameOfAddress } from '../server/index.ts';
import { CatalogError } from './catalog-error.ts';

/** Whether a source is an address, and not a path. */
export function isAddress(source: string): boolean {
  return /^https?:/i.test(source);
}

/**
 * A source in the form in which a catalog has it: a path absolute and without `tsagent.json`, an address
 * without a slash at its end. Throws `CatalogError`.
 */
export function sourceFrom(given: string): string {
  if (given.trim() === '') throw badSource('a source is empty: give a path or an address');
  if (!isAddress(given)) {
    const path = resolve(given);
    return basename(path) === MANIFEST ? dirname(path) : path;
  }
  const url = URL.parse(given);
  if (!url)
    throw badSource(`"${given}" is not an address: give one such as https://agents.example`);
  if (url.username !== '' || url.password !== '') {
    // What stands before the host is not repeated, because it is a secret.
    throw badSource(`the address of ${url.host} holds a name or a password: send them as a header`);
  }
  url.hash = '';
  return url.href.replace(/\/$/, '');
}

/** The name of an agent of which nothing but its source is known. */
export function nameOfSource(source: string): string {
  if (isAddress(source)) return nameOfAddress(source);
  const parts = source.split(/[/\\]/).filter((part) => part !== '');
  return agentIdOf((parts.at(-1) ?? '').replace(/\.\w{1,8}$/, ''));
}

function badSource(message: string): CatalogError {
  return new CatalogError('bad-source', message);
}
