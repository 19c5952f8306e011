import { omitUndefined } from '#core';
import { ModelError } from '../model-error.ts';
import type { LoadedProvider } from './load-provider.ts';
import { createMissingPackageHandler } from './missing-package.ts';
import type { VertexAccess, VertexProject } from './vertex-access.ts';

/**
 * A variable with the type `string`, so that TypeScript does not resolve this optional package when Timestep
 * is built.
 */
const PACKAGE: string = '@ai-sdk/google-vertex';

type CreateVertex = (settings: object) => Required<LoadedProvider>;

/** Loads the package for Vertex. Rejects with `ModelError` if it is missing or another version. */
export async function loadVertex(
  access: VertexAccess,
  baseURL: string | undefined,
  fetch: typeof globalThis.fetch,
): Promise<LoadedProvider> {
  const create = await importVertex('vertex', '', 'createGoogleVertex');
  const vertex = create({ fetch, ...omitUndefined({ baseURL }), ...toVertexSettings(access) });
  return {
    languageModel: (id) => vertex.languageModel(id),
    embeddingModel: (id) => vertex.embeddingModel(id),
  };
}

/**
 * Loads the part of the AI SDK's Vertex package that calls Claude. Rejects with `ModelError` like
 * `loadVertex`.
 */
export async function loadVertexAnthropic(
  access: VertexProject,
  baseURL: string | undefined,
  fetch: typeof globalThis.fetch,
): Promise<LoadedProvider> {
  const name = 'vertex-anthropic';
  const create = await importVertex(name, '/anthropic', 'createGoogleVertexAnthropic');
  const vertex = create({ fetch, ...omitUndefined({ baseURL }), ...toVertexSettings(access) });
  return { languageModel: (id) => vertex.languageModel(id) };
}

async function importVertex(
  provider: 'vertex' | 'vertex-anthropic',
  part: string,
  name: string,
): Promise<CreateVertex> {
  const loaded: unknown = await import(PACKAGE + part).catch(
    createMissingPackageHandler(provider, PACKAGE),
  );
  const create: unknown = isModule(loaded) ? loaded[name] : undefined;
  if (isFunction(create)) return create;
  const message = `${provider} requires a newer version of a package: npm install ${PACKAGE}@latest`;
  throw new ModelError('not-installed', message);
}

function toVertexSettings(access: VertexAccess): object {
  if ('apiKey' in access) return access;
  const { project, location, keyFile: keyFilename } = access;
  const googleAuthOptions = omitUndefined({ keyFilename });
  // An empty API key prevents the package from looking for a key in the environment.
  return { apiKey: '', project, location, googleAuthOptions };
}

function isModule(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): value is CreateVertex {
  return typeof value === 'function';
}
