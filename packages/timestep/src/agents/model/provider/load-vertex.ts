import { omitUndefined } from '#core';
import { ModelError } from '../model-error.ts';
import type { LoadedProvider } from './load-provider.ts';
import { handleMissingPackage } from './missing-package.ts';
import type { VertexAccess } from './vertex-access.ts';

/** The package is a variable, so that Timestep can be built without it. */
const PACKAGE: string = '@ai-sdk/google-vertex';

type CreateVertex = (settings: object) => Required<LoadedProvider>;

/** Loads the package for Vertex. Rejects with `ModelError` if it is missing or another version. */
export async function loadVertex(
  access: VertexAccess,
  baseURL: string | undefined,
  fetch: typeof globalThis.fetch,
): Promise<LoadedProvider> {
  const loaded: unknown = await import(PACKAGE).catch(handleMissingPackage('vertex', PACKAGE));
  if (!hasCreateVertex(loaded)) {
    const message = `vertex requires a newer version of a package: npm install ${PACKAGE}@latest`;
    throw new ModelError('not-installed', message);
  }
  const vertex = loaded.createGoogleVertex({
    fetch,
    ...omitUndefined({ baseURL }),
    ...toSettings(access),
  });
  return {
    languageModel: (id) => vertex.languageModel(id),
    embeddingModel: (id) => vertex.embeddingModel(id),
  };
}

function toSettings(access: VertexAccess): object {
  if ('apiKey' in access) return access;
  const { project, location, keyFile: keyFilename } = access;
  const googleAuthOptions = omitUndefined({ keyFilename });
  // An empty API key prevents the package from looking for a key in the environment.
  return { apiKey: '', project, location, googleAuthOptions };
}

function hasCreateVertex(loaded: unknown): loaded is { readonly createGoogleVertex: CreateVertex } {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'createGoogleVertex' in loaded &&
    typeof loaded.createGoogleVertex === 'function'
  );
}
