import type { FolderEnvironment } from '../environment/folder-environment.ts';

/** Returns the members that a layer changes. `next` is the environment below the layer. */
export type Layer = (next: FolderEnvironment) => Partial<FolderEnvironment>;

/** Puts layers on an environment, from the bottom. Other members are passed through. */
export function composeEnvironment(
  base: FolderEnvironment,
  layers: readonly (Layer | undefined)[],
): FolderEnvironment {
  let environment = base;
  for (const layer of layers) {
    if (layer) environment = Object.assign({}, environment, layer(environment));
  }
  return environment;
}
