import { omitUndefined } from '#core';
import { ModelError } from '../model-error.ts';
import { findFirstSetVariable, type EnvironmentVariables } from './environment-variables.ts';

export type BedrockCredentials = { readonly region: string } & (
  | { readonly apiKey: string }
  | {
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken?: string;
    }
);

const ACCESS_KEY_ID = ['BEDROCK_ACCESS_KEY_ID', 'AWS_ACCESS_KEY_ID'];
const SECRET_ACCESS_KEY = ['BEDROCK_SECRET_ACCESS_KEY', 'AWS_SECRET_ACCESS_KEY'];
const SESSION_TOKEN = ['BEDROCK_SESSION_TOKEN', 'AWS_SESSION_TOKEN'];
const REGION = ['BEDROCK_REGION', 'AWS_REGION', 'AWS_DEFAULT_REGION'];

/** Reads credentials, preferably an API key. Throws `ModelError` without a key or a region. */
export function readBedrockCredentials(
  env: EnvironmentVariables,
  apiKey: string | undefined,
): BedrockCredentials {
  const accessKeyId = findFirstSetVariable(env, ACCESS_KEY_ID);
  const secretAccessKey = findFirstSetVariable(env, SECRET_ACCESS_KEY);
  if (apiKey === undefined && (accessKeyId === undefined || secretAccessKey === undefined)) {
    throw new ModelError(
      'missing-key',
      'bedrock needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK',
    );
  }
  const region = findFirstSetVariable(env, REGION);
  if (region === undefined) {
    throw new ModelError('missing-setting', 'bedrock needs a region: set AWS_REGION');
  }
  if (apiKey !== undefined) return { region, apiKey };
  const sessionToken = findFirstSetVariable(env, SESSION_TOKEN);
  const keys = { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' };
  return { region, ...keys, ...omitUndefined({ sessionToken }) };
}
