import type { FolderEnvironment } from '../environment/folder-environment.ts';

/**
 * A layer over an environment. It returns only the members that it changes; `next` is the environment below
 * it.
 */
export type Layer = (next: FolderEnvironment) => Partial<FolderEnvironment>;

/**
 * Applies layers to an environment, the lowest layer first. Members that a layer does not change stay the
 * same.
 */
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
