import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the guide is, beside the command as it is published, and in the repository. */
const PLACES = ['../../guide/', '../../../../../examples/guide/'] as const;

/** The folder of the guide, an agent that answers from the documentation and needs no key. */
export function guideFolder(): string {
  const places = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return places.find((place) => existsSync(place)) ?? places[0] ?? '';
}

/** What a person should know who did not ask for the guide by name. */
export const ABOUT_GUIDE =
  'This is the guide: a script that answers with passages of the documentation of Timestep. For an answer in words of its own use a model: timestep chat --model provider/name. An agent of your own: timestep new <folder>.';
