import { basename, dirname, resolve } from 'node:path';
import { nameToAgentId, MANIFEST } from '#agents/folder';
import { deriveNameFromUrl } from '#serving/server';
import { CatalogError } from './catalog-error.ts';

/** Whether a source is an http(s) address, not a path. */
export function isAddress(source: string): boolean {
  return /^https?:/i.test(source);
}

/** Converts a path or URL to one comparable form, without `tsagent.json`. Throws `CatalogError`. */
export function normalizeSource(given: string): string {
  if (given.trim() === '')
    throw createBadSourceError('the source is empty: use a path or an address');
  if (!isAddress(given)) {
    const path = resolve(given);
    return basename(path) === MANIFEST ? dirname(path) : path;
  }
  const url = URL.parse(given);
  if (!url)
    throw createBadSourceError(
      `"${given}" is not a valid address: use one such as https://agents.example`,
    );
  if (url.username !== '' || url.password !== '') {
    // A user name or password in a URL is a secret.
    throw createBadSourceError(
      `the address of ${url.host} contains credentials: send them in a header`,
    );
  }
  url.hash = '';
  return url.href.replace(/\/$/, '');
}

/** Derives a name for an agent whose metadata is unknown. */
export function deriveAgentName(source: string): string {
  if (isAddress(source)) return deriveNameFromUrl(source);
  const parts = source.split(/[/\\]/).filter((part) => part !== '');
  return nameToAgentId((parts.at(-1) ?? '').replace(/\.\w{1,8}$/, ''));
}

function createBadSourceError(message: string): CatalogError {
  return new CatalogError('bad-source', message);
}
