import { posix } from 'node:path';

/** Base URL at which files of the repository outside `docs/` can be read. */
const REPOSITORY = 'https://github.com/timestep-ai/timestep/blob/main';

/** Returns the address of a link that leads out of `docs/`, from a page below it; undefined for any other link. */
export function resolveOutsideLink(page: string, link: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return undefined;
  const target = posix.join('docs', posix.dirname(page), link);
  return target.startsWith('docs/') ? undefined : `${REPOSITORY}/${target}`;
}
