import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the folder that peers are installed in, each in a folder of its own. */
export const PEERS_VARIABLE = 'TIMESTEP_EVAL_PEERS';

/** Where a peer is installed, with its version; or why it cannot be run. */
export type Home =
  | { readonly path: string; readonly version: string }
  | { readonly unavailable: string };

/** They take gigabytes, so that nothing installs them unasked. `name` is that of the peer's package. */
export function homeOf(peer: string, folder: string | undefined, name: string = peer): Home {
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
