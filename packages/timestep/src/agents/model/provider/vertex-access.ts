import { omitUndefined } from '#core';
import { ModelError } from '../model-error.ts';
import { findFirstSetVariable, type EnvironmentVariables } from './environment-variables.ts';

/** A Google Cloud project, whose models are called with Google's application credentials. */
export interface VertexProject {
  readonly project: string;
  readonly location: string;
  /** Path of a file with the credentials. Default: those of the machine. */
  readonly keyFile?: string;
}

/** Access to Google Vertex: an API key, or a Google Cloud project. */
export type VertexAccess = { readonly apiKey: string } | VertexProject;

const PROJECT = ['GOOGLE_VERTEX_PROJECT', 'GOOGLE_CLOUD_PROJECT'];
const LOCATION = ['GOOGLE_VERTEX_LOCATION', 'GOOGLE_CLOUD_LOCATION'];
const KEY_FILE = ['GOOGLE_APPLICATION_CREDENTIALS'];

/** Reads the access to Vertex, preferably an API key. Throws `ModelError` without any access. */
export function readVertexAccess(
  env: EnvironmentVariables,
  apiKey: string | undefined,
): VertexAccess {
  return apiKey === undefined ? readVertexProject(env, 'vertex') : { apiKey };
}

/**
 * Reads the Google Cloud project and its location from environment variables. Throws `ModelError` without a
 * project.
 */
export function readVertexProject(
  env: EnvironmentVariables,
  name: 'vertex' | 'vertex-anthropic',
): VertexProject {
  const project = findFirstSetVariable(env, PROJECT);
  if (project === undefined) {
    const needed =
      name === 'vertex'
        ? 'vertex needs a key or a project: set GOOGLE_VERTEX_API_KEY, or'
        : `${name} needs a project: set`;
    const message = `${needed} GOOGLE_VERTEX_PROJECT and GOOGLE_APPLICATION_CREDENTIALS`;
    throw new ModelError('missing-key', message);
  }
  const location = findFirstSetVariable(env, LOCATION) ?? 'global';
  return { project, location, ...omitUndefined({ keyFile: findFirstSetVariable(env, KEY_FILE) }) };
}
