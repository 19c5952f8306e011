import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variable with the folder of installed harnesses, each in a separate folder. */
export const PEERS_VARIABLE = 'TIMESTEP_EVAL_PEERS';

/** The folder of an installed harness, with its version; or the reason why it cannot be run. */
export type Home =
  | { readonly path: string; readonly version: string }
  | { readonly unavailable: string };

/**
 * Finds an installed harness. They take gigabytes, so they are never installed automatically.
 * `name` is the harness's package.
 */
export function findHome(peer: string, folder: string | undefined, name: string = peer): Home {
  if (!folder) {
    const unavailable = `not installed: name the folder of the peers in ${PEERS_VARIABLE}`;
    return { unavailable };
  }
  const path = join(folder, peer);
  const manifest = join(path, 'node_modules', name, 'package.json');
  if (!existsSync(manifest)) {
    return {
      unavailable: `not installed: run npm install ${name} in ${peer}/ of the peers' folder`,
    };
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return { path, version };
}
