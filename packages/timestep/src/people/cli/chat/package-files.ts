import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Relative paths of the guide folder: in the published package and in the repository. */
const RELATIVE_PATHS = ['../../../guide/', '../../../../../../examples/guide/'] as const;

/** Returns the folder of the guide, which answers from the documentation without an API key. */
export function findGuideFolder(): string {
  const places = RELATIVE_PATHS.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return places.find((place) => existsSync(place)) ?? places[0] ?? '';
}

export const GUIDE_NOTICE =
  'This is the guide: a script that answers with passages of the Timestep documentation. For answers written by a model, run: timestep chat --model provider/name. To create your own agent, run: timestep new <folder>.';

export function readLicense(): string {
  return readFileSync(new URL('../../../../LICENSE', import.meta.url), 'utf8');
}
