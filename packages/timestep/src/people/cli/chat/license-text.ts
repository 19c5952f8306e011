import { readFileSync } from 'node:fs';

/** Reads the license file of the package. */
export function readLicense(): string {
  return readFileSync(new URL('../../../../LICENSE', import.meta.url), 'utf8');
}
