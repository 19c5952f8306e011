import { expect, it } from 'vitest';
import { resolveModel } from './resolve-model.ts';

const keys = {
  ANTHROPIC_API_KEY: 'k',
  OPENAI_API_KEY: 'k',
  AWS_BEARER_TOKEN_BEDROCK: 'k',
  AWS_REGION: 'eu-west-1',
};

it.each([
  ['openai/m', undefined, false],
  ['openai/m', 'https://api.openai.com/v1', false],
  ['openai/m', 'http://gateway:4000/v1', true],
  ['anthropic/m', undefined, false],
  ['anthropic/m', 'http://gateway:4000', true],
  ['openai-compatible/m', 'http://gpu:8000', true],
  ['bedrock/m', 'http://gateway:4000', false],
])('says which span a request to %s at %s belongs to: %s %s', (model, baseUrl, isTraced) => {
  const resolved = resolveModel({ model, env: keys, ...(baseUrl !== undefined && { baseUrl }) });
  expect(resolved.isTraced).toBe(isTraced);
});
