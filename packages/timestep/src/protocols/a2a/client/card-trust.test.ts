import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createCardSigner } from '../server/card-signer.ts';
import { buildA2A03Card } from '../wire/a2a-0-3-card.ts';
import { buildA2ACard } from '../wire/a2a-card.ts';
import type { CardTrust } from './card-trust.ts';
import { connectA2A, type A2AClient } from './connect-a2a.ts';
import { PEER } from './remote-agents.fixture.ts';

const keys = generateKeyPairSync('ed25519');
const JWK = { ...keys.privateKey.export({ format: 'jwk' }), kid: 'k1' };
const PUBLIC = keys.publicKey.export({ format: 'pem', type: 'spki' }).toString();
const OTHER = generateKeyPairSync('ed25519').publicKey;
const OTHER_PEM = OTHER.export({ format: 'pem', type: 'spki' }).toString();
const OTHER_K1 = { ...OTHER.export({ format: 'jwk' }), kid: 'k1' };
const signer = createCardSigner({ key: JWK });
const agent = { name: 'Sky', description: 'Looks up.', version: '1' };
const bare = buildA2ACard(agent, PEER);
const signed = signer.sign(bare);

const JWKS = 'https://keys.example/jwks.json';

function connected(card: unknown, cardTrust: CardTrust, jwks?: unknown): Promise<A2AClient> {
  const fetch = async (url: string): Promise<Response> => Response.json(url === JWKS ? jwks : card);
  return connectA2A(PEER, { fetch, cardTrust, patienceMs: 0 });
}

it.each<[string, JsonObject, CardTrust]>([
  ['a key as PEM', signed, { keys: [PUBLIC] }],
  ['a key as JWK', signed, { keys: [signer.publicKey] }],
  ['one of several keys', signed, { keys: [OTHER_PEM, signer.publicKey] }],
  ['a key that an address shows', signed, { jwksUri: JWKS }],
  ['a card of 0.3', signer.sign(buildA2A03Card(agent, PEER)), { keys: [PUBLIC] }],
  ['no signature where none is required', bare, { keys: [PUBLIC], required: false }],
  ['an unknown key where none is required', signed, { keys: [OTHER_PEM], required: false }],
])('accepts %s', async (_what, card, trust) => {
  const keysShown = { keys: [{ kty: 'strange' }, signer.publicKey] };
  expect((await connected(card, trust, keysShown)).peer).toMatchObject({ name: 'Sky' });
});

it.each<[string, JsonObject, CardTrust, RegExp]>([
  ['no signature', bare, { keys: [PUBLIC] }, /has no signature/],
  ['an unknown key', signed, { keys: [OTHER_PEM] }, /not signed with a trusted key/],
  [
    'a key that changed under its name',
    signed,
    { keys: [OTHER_K1] },
    /does not match its signature/,
  ],
  [
    'a key that changed, where none is required',
    signed,
    { keys: [OTHER_K1], required: false },
    /does not match its signature/,
  ],
  [
    'a card that was changed',
    { ...signed, description: 'Looks down.' },
    { keys: [signer.publicKey], required: false },
    /does not match its signature/,
  ],
  ['an address without keys', signed, { jwksUri: JWKS }, /contains no usable keys/],
  ['an address without encryption', signed, { jwksUri: 'http://keys.example' }, /https URL/],
  ['no key at all', signed, {}, /cardTrust has no keys/],
  ['a trusted key that is none', signed, { keys: ['secret'] }, /invalid trusted key keys\[0\]/],
])('refuses %s', async (_what, card, trust, message) => {
  await expect(connected(card, trust, { keys: [] })).rejects.toMatchObject({
    code: 'untrusted-card',
    message: expect.stringMatching(message),
  });
});

it('refuses signatures that anyone who knows the public key can make', async () => {
  const forged = await new SignJWT({ ...bare })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .sign(new TextEncoder().encode(PUBLIC));
  const [header, , signature] = forged.split('.');
  const card = { ...bare, signatures: [{ protected: header ?? '', signature: signature ?? '' }] };
  await expect(connected(card, { keys: [PUBLIC] })).rejects.toMatchObject({
    code: 'untrusted-card',
  });
});

it('drops what no signature covers', async () => {
  const { peer } = await connected({ ...signed, mood: 'good' }, { keys: [PUBLIC] });
  expect(peer.card).not.toHaveProperty('mood');
  expect(peer.card).toMatchObject({ name: 'Sky' });
});

it('refuses an extended card that is not signed', async () => {
  const card = signer.sign(buildA2ACard({ ...agent, extended: () => ({}) }, PEER));
  const fetch = async (url: string): Promise<Response> =>
    Response.json(url.endsWith('.json') ? card : { jsonrpc: '2.0', id: 1, result: bare });
  const client = await connectA2A(PEER, { fetch, cardTrust: { keys: [PUBLIC] } });
  await expect(client.extendedCard()).rejects.toMatchObject({ code: 'untrusted-card' });
});
