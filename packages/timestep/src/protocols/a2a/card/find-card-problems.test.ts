import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { buildA2A03Card } from '../wire/a2a-0-3-card.ts';
import { buildA2ACard } from '../wire/a2a-card.ts';
import { findCardProblems } from './find-card-problems.ts';

const ADDRESS = 'https://peer.example/.well-known/agent-card.json';
const SKILL = { id: 'read', name: 'Read', description: 'Reads.', tags: ['text'] };
const AGENT = {
  name: 'peer',
  description: 'A peer.',
  version: '1',
  skills: [SKILL],
  security: [{ kind: 'http', name: 'apiKey', scheme: 'Bearer' }] as const,
};
const CARD = buildA2ACard(AGENT, 'https://peer.example');
const OLDER = buildA2A03Card(AGENT, 'https://peer.example');

const problemsOf = (card: JsonObject, headers?: Headers): readonly string[] =>
  findCardProblems({ card, address: ADDRESS, ...(headers && { headers }) }).map(
    ({ section, path, message, severity }) => `${section} ${severity} ${path}: ${message}`,
  );

it('finds nothing in the cards of this package', () => {
  expect(problemsOf(CARD)).toEqual([]);
  expect(problemsOf(OLDER)).toEqual([]);
});

const without = (card: JsonObject, name: string): JsonObject => {
  const { [name]: _left, ...rest } = card;
  return rest;
};
const withInterface = (fields: JsonObject): JsonObject => ({
  ...CARD,
  supportedInterfaces: [
    { url: 'https://peer.example/', protocolBinding: 'JSONRPC', protocolVersion: '1.0', ...fields },
  ],
});
const withScheme = (scheme: JsonObject): JsonObject => ({
  ...CARD,
  securitySchemes: { apiKey: scheme },
});
const header = (fields: object): string =>
  Buffer.from(JSON.stringify(fields)).toString('base64url');

it.each<readonly [card: JsonObject, expected: string]>([
  [without(CARD, 'name'), '4.4.1 problem name: is required'],
  [without(CARD, 'skills'), '4.4.1 problem skills: is required'],
  [
    { ...without(CARD, 'defaultInputModes'), default_input_modes: [] },
    '4.4.1 problem defaultInputModes: is written as default_input_modes: names are in camelCase',
  ],
  [{ ...CARD, version: 1 }, '4.4.1 problem version: must be a string, not a number'],
  [
    { ...CARD, defaultInputModes: ['text'] },
    '4.4.1 problem defaultInputModes[0]: must be a media type, not text',
  ],
  [
    { ...CARD, provider: { url: 'https://x.example' } },
    '4.4.2 problem provider.organization: is required',
  ],
  [
    { ...CARD, capabilities: { streaming: 'yes' } },
    '4.4.3 problem capabilities.streaming: must be a boolean, not a string',
  ],
  [
    { ...CARD, capabilities: { extensions: [{}] } },
    '4.4.4 problem capabilities.extensions[0].uri: is required',
  ],
  [{ ...CARD, skills: [without(SKILL, 'tags')] }, '4.4.5 problem skills[0].tags: is required'],
  [
    { ...CARD, skills: [SKILL, SKILL] },
    '4.4.5 problem skills[1].id: must be unique: read is repeated',
  ],
  [
    withInterface({ url: '/a2a' }),
    '4.4.6 problem supportedInterfaces[0].url: must be an absolute https URL',
  ],
  [
    withInterface({ url: 'http://peer.example/' }),
    '7.1 problem supportedInterfaces[0].url: must be https, except on this machine',
  ],
  [
    withInterface({ protocolVersion: '1.0.0' }),
    '4.4.6 note supportedInterfaces[0].protocolVersion: must be like 1.0, not 1.0.0',
  ],
  [
    withInterface({ protocolBinding: 'SMTP' }),
    '5.8 note supportedInterfaces[0].protocolBinding: SMTP is none of JSONRPC, GRPC, HTTP+JSON, and should therefore be a URI',
  ],
  [
    { ...CARD, supportedInterfaces: [] },
    '8.3.1 problem supportedInterfaces: must declare at least one interface',
  ],
  [
    withScheme({ type: 'http' }),
    '4.5.1 problem securitySchemes.apiKey: must have exactly one kind of scheme, such as httpAuthSecurityScheme (type is of A2A 0.3)',
  ],
  [
    withScheme({ apiKeySecurityScheme: { name: 'k', location: 'body' } }),
    '4.5.2 problem securitySchemes.apiKey.apiKeySecurityScheme.location: must be query, header, cookie, not body',
  ],
  [
    without(CARD, 'securitySchemes'),
    '4.5.1 problem securityRequirements[0]: names apiKey, which securitySchemes does not define',
  ],
  [
    { ...CARD, signatures: [{ protected: header({ alg: 'ES256' }), signature: 'x' }] },
    '8.4.2 problem signatures[0].protected: must name kid',
  ],
  [
    { ...CARD, signatures: [{ protected: 'no', signature: 'x' }] },
    '8.4.2 problem signatures[0].protected: must be a JSON object in base64url',
  ],
  [without(OLDER, 'url'), '5.5 problem url: is required'],
  [
    without(OLDER, 'preferredTransport'),
    '5.6.1 problem preferredTransport: is required, and clients take it as JSONRPC',
  ],
  [
    { ...OLDER, url: 'http://peer.example/' },
    '4.1 problem url: must be https, except on this machine',
  ],
  [
    { ...OLDER, additionalInterfaces: [{ url: 'https://o.example', transport: 'GRPC' }] },
    '5.6.4 note additionalInterfaces: should include the main url with its preferredTransport',
  ],
  [
    { ...OLDER, securitySchemes: { apiKey: { type: 'key' } } },
    '5.5.3 problem securitySchemes.apiKey.type: must be apiKey, http, oauth2, openIdConnect, mutualTLS, not key',
  ],
  [
    { ...OLDER, skills: [{ ...SKILL, name: 3 }] },
    '5.5.4 problem skills[0].name: must be a string, not a number',
  ],
])('finds what one change breaks: %#', (card, expected) => {
  expect(problemsOf(card)).toContain(expected);
});

it('finds what is missing in the response with the card', () => {
  expect(problemsOf(CARD, new Headers({ etag: '"1"' }))).toEqual([
    '8.6.1 note : the response should have the header cache-control',
  ]);
  expect(findCardProblems({ card: CARD, address: 'https://peer.example/card.json' })).toMatchObject(
    [{ section: '8.2', severity: 'note' }],
  );
});

it('links each problem to its section in the published specification', () => {
  const [newer] = findCardProblems({ card: { ...CARD, skills: [{}] }, address: ADDRESS });
  expect(newer?.link).toBe('https://a2a-protocol.org/v1.0.0/specification/#445-agentskill');
  const found = findCardProblems({ card: { ...OLDER, skills: [{}] }, address: ADDRESS });
  expect(found.map(({ link }) => link)).toContain(
    'https://a2a-protocol.org/v0.3.0/specification/#554-agentskill-object',
  );
});

it('reads what is no object at all', () => {
  expect(findCardProblems({ card: 'hello', address: ADDRESS })).toMatchObject([
    { section: '4.4.1', message: 'the card must be a JSON object' },
  ]);
});
