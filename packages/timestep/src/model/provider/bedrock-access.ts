import { ModelError } from '../model-error.ts';
import { firstSet, type EnvironmentVariables } from './environment-variables.ts';

/** How to sign in at Amazon Bedrock: with an API key, or with a pair of access keys. */
export type BedrockAccess = { readonly region: string } & (
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

/** Finds the keys and the region in the environment; an API key takes precedence. */
export function bedrockAccess(
  env: EnvironmentVariables,
  apiKey: string | undefined,
): BedrockAccess {
  const accessKeyId = firstSet(env, ACCESS_KEY_ID);
  const secretAccessKey = firstSet(env, SECRET_ACCESS_KEY);
  if (apiKey === undefined && (accessKeyId === undefined || secretAccessKey === undefined)) {
    throw new ModelError(
      'missing-key',
      'bedrock needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK',
    );
  }
  const region = firstSet(env, REGION);
  if (region === undefined) {
    throw new ModelError('missing-setting', 'bedrock needs a region: set AWS_REGION');
  }
  if (apiKey !== undefined) return { region, apiKey };
  const sessionToken = firstSet(env, SESSION_TOKEN);
  return {
    region,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    ...(sessionToken !== undefined && { sessionToken }),
  };
}
