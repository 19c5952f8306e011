import { omitUndefined } from '#core';
import { ModelError } from '../model-error.ts';
import { findVariable, type EnvironmentVariables } from './environment-variables.ts';

/** An API key, or a project whose models are called with Google's application credentials. */
export type VertexAccess =
  | { readonly apiKey: string }
  | {
      readonly project: string;
      readonly location: string;
      /** Path of a file with the credentials. Default: those of the machine. */
      readonly keyFile?: string;
    };

const PROJECT = ['GOOGLE_VERTEX_PROJECT', 'GOOGLE_CLOUD_PROJECT'];
const LOCATION = ['GOOGLE_VERTEX_LOCATION', 'GOOGLE_CLOUD_LOCATION'];
const KEY_FILE = ['GOOGLE_APPLICATION_CREDENTIALS'];

/** Reads the access to Vertex, preferably an API key. Throws `ModelError` without any access. */
export function readVertexAccess(
  env: EnvironmentVariables,
  apiKey: string | undefined,
): VertexAccess {
  if (apiKey !== undefined) return { apiKey };
  const project = findVariable(env, PROJECT);
  if (project === undefined) {
    throw new ModelError(
      'missing-key',
      'vertex needs a key or a project: set GOOGLE_VERTEX_API_KEY, or GOOGLE_VERTEX_PROJECT and GOOGLE_APPLICATION_CREDENTIALS',
    );
  }
  const location = findVariable(env, LOCATION) ?? 'global';
  return { project, location, ...omitUndefined({ keyFile: findVariable(env, KEY_FILE) }) };
}
