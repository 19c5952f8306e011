import { expect, it } from 'vitest';
import type { AgentDescription } from './agent-description.ts';
import { buildA2A03Card } from './a2a-0-3-card.ts';
import { buildA2ACard } from './a2a-card.ts';
import { TOOL_CALLS_EXTENSION } from './tool-calls.ts';

const plain: AgentDescription = {
  name: 'weather',
  description: 'Knows the sky.',
  version: '2.1.0',
};
const url = 'https://agents.example/weather';
const oauth2 = {
  clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { ask: 'Ask the agent' } },
};
const full: AgentDescription = {
  ...plain,
  title: 'Weather',
  skills: [{ id: 'now', name: 'Weather now', description: 'Tells it.', examples: ['Oakland?'] }],
  provider: { organization: 'Example', url: 'https://example.com' },
  documentationUrl: 'https://example.com/docs',
  iconUrl: 'https://example.com/icon.png',
  inputModes: ['text/plain'],
  outputModes: ['text/markdown'],
  security: [
    { kind: 'http', name: 'bearer', scheme: 'Bearer', bearerFormat: 'JWT', description: 'A token' },
    { kind: 'api-key', name: 'key', in: 'header', field: 'x-api-key' },
    { kind: 'openid', name: 'oidc', url: 'https://id.example', scopes: ['ask'] },
    { kind: 'oauth2', name: 'oauth', flows: oauth2 },
  ],
};

it('offers both versions and both bindings at one address, 1.0 first', () => {
  expect(buildA2ACard(plain, url)['supportedInterfaces']).toEqual([
    { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    { url, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    { url, protocolBinding: 'HTTP+JSON', protocolVersion: '0.3' },
  ]);
  expect(buildA2A03Card(plain, url)).toMatchObject({
    protocolVersion: '0.3.0',
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [
      { url, transport: 'JSONRPC' },
      { url, transport: 'HTTP+JSON' },
    ],
    supportedInterfaces: buildA2ACard(plain, url)['supportedInterfaces'],
  });
});

it.each([buildA2ACard, buildA2A03Card])('has all that a card must have (%o)', (toCard) => {
  expect(toCard(plain, url)).toMatchObject({
    name: 'weather',
    description: 'Knows the sky.',
    version: '2.1.0',
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extensions: [{ uri: TOOL_CALLS_EXTENSION, required: false }],
    },
    defaultInputModes: ['text/plain', 'application/json', 'image/*'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: [],
  });
});

it('tells all that an agent says of itself', () => {
  const told = {
    name: 'Weather',
    skills: [{ id: 'now', name: 'Weather now', tags: [], examples: ['Oakland?'] }],
    provider: { organization: 'Example', url: 'https://example.com' },
    documentationUrl: 'https://example.com/docs',
    iconUrl: 'https://example.com/icon.png',
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/markdown'],
  };
  expect(buildA2ACard(full, url)).toMatchObject(told);
  expect(buildA2A03Card(full, url)).toMatchObject(told);
});

it('names security schemes as each version does', () => {
  expect(buildA2ACard(full, url)).toMatchObject({
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT', description: 'A token' },
      },
      key: { apiKeySecurityScheme: { location: 'header', name: 'x-api-key' } },
      oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://id.example' } },
      oauth: { oauth2SecurityScheme: { flows: oauth2 } },
    },
    securityRequirements: [
      { schemes: { bearer: { list: [] } } },
      { schemes: { key: { list: [] } } },
      { schemes: { oidc: { list: ['ask'] } } },
      { schemes: { oauth: { list: [] } } },
    ],
  });
  expect(buildA2A03Card(full, url)).toMatchObject({
    securitySchemes: {
      bearer: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT', description: 'A token' },
      key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example' },
      oauth: { type: 'oauth2', flows: oauth2 },
    },
    security: [{ bearer: [] }, { key: [] }, { oidc: ['ask'] }, { oauth: [] }],
  });
  expect(buildA2ACard(plain, url)).not.toHaveProperty('securitySchemes');
});

/**
 * What Go's SDK makes of the security schemes of a card, in its own order of looking; it gives up on
 * the whole card where it knows none. Clients of 1.0 and of 0.3 fetch the same card.
 */
const GO_FORMS: readonly [name: string, must: readonly string[]][] = [
  ['apiKeySecurityScheme', ['location', 'name']],
  ['httpAuthSecurityScheme', ['scheme']],
  ['mtlsSecurityScheme', []],
  ['oauth2SecurityScheme', ['flows']],
  ['openIdConnectSecurityScheme', ['openIdConnectUrl']],
];
const GO_03_TYPES = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'];

it("can be read by Go's SDK of both versions where callers must have a key", () => {
  const card = structuredClone(buildA2A03Card(full, url)) as unknown as {
    readonly securitySchemes: Record<string, Record<string, Record<string, unknown>>>;
    readonly securityRequirements?: unknown;
  };
  const schemes = Object.values(card.securitySchemes);
  expect(schemes).toHaveLength(4);
  for (const scheme of schemes) {
    const [name, must] = GO_FORMS.find(([form]) => form in scheme) ?? ['unknown', []];
    expect(Object.keys(scheme[name] ?? {})).toEqual(expect.arrayContaining([...must]));
    expect(GO_03_TYPES).toContain(scheme['type']);
  }
  // Go's SDK takes lists here, Python's objects: neither reads a card with the form of the other.
  expect(card.securityRequirements).toBeUndefined();
});
