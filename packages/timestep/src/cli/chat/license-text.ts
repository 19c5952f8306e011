import { readFileSync } from 'node:fs';

/** The licence, which is published beside the command. */
export function licenseText(): string {
  return readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8');
}
