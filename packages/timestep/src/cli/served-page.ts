import { randomBytes } from 'node:crypto';
import type { ServedPage } from '../page/index.ts';

/** Opens the page to callers with a key of the server, or where it has none to those with the token of this launch. */
export async function servedPage(hasKeys: boolean, runs: string): Promise<ServedPage> {
  const { openPage } = await import('../page/index.ts');
  const token = randomBytes(24).toString('base64url');
  return openPage(hasKeys ? { kind: 'keys' } : { kind: 'token', token }, { runs });
}
