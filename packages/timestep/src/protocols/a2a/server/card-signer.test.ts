import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, flattenedVerify, importJWK, type JWK } from 'jose';
import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { ORIGIN, serve } from '../served.fixture.ts';
import { listCanonicalCardTexts } from '../wire/card-fields.ts';
import { buildA2ACard } from '../wire/a2a-card.ts';
import { createCardSigner, type CardKey } from './card-signer.ts';

const card = buildA2ACard({ name: 'sky', description: '', version: '1' }, ORIGIN);

const pem = ({ privateKey }: { readonly privateKey: KeyObject }): string =>
  privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const ED25519 = pem(generateKeyPairSync('ed25519'));
const P256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const P256_JWK = { ...P256.privateKey.export({ format: 'jwk' }), kid: 'own' };

interface Signature {
  readonly protected: string;
  readonly signature: string;
}

const signaturesIn = (signed: JsonObject): readonly Signature[] =>
  signed['signatures'] as unknown as Signature[];

/** Which text each signature is of, as a library for JWS says. */
async function verified(signed: JsonObject, publicKey: JsonObject): Promise<unknown[]> {
  const key = await importJWK(publicKey as JWK);
  const { signatures: _signatures, ...bare } = signed;
  return Promise.all(
    signaturesIn(signed).map(async (signature, index) => {
      const text = listCanonicalCardTexts(bare)[index] ?? '';
      const payload = Buffer.from(text).toString('base64url');
      return (await flattenedVerify({ ...signature, payload }, key)).protectedHeader;
    }),
  );
}

it.each<[string, CardKey['key'], string]>([
  ['Ed25519', ED25519, 'EdDSA'],
  ['P-256', pem(P256), 'ES256'],
  ['P-384', pem(generateKeyPairSync('ec', { namedCurve: 'P-384' })), 'ES384'],
  ['RSA', pem(generateKeyPairSync('rsa', { modulusLength: 2048 })), 'RS256'],
  ['a JWK', P256_JWK, 'ES256'],
  ['the text of a JWK', JSON.stringify(P256_JWK), 'ES256'],
])('signs with %s', async (_what, key, alg) => {
  const { sign, publicKey } = createCardSigner({ key });
  const headers = await verified(sign(card), publicKey);
  expect(headers).toHaveLength(2);
  expect(headers).toMatchObject([
    { alg, typ: 'JOSE', kid: publicKey['kid'] },
    { alg, typ: 'JOSE', kid: publicKey['kid'] },
  ]);
  expect(publicKey).not.toHaveProperty('d');
});

it('names the key by its thumbprint, by its own name, or as it is asked to', async () => {
  const { publicKey } = createCardSigner({ key: ED25519 });
  expect(publicKey['kid']).toBe(await calculateJwkThumbprint(publicKey as JWK));
  expect(createCardSigner({ key: P256_JWK }).publicKey['kid']).toBe('own');
  const named = createCardSigner({ key: P256_JWK, kid: 'k1', jku: 'https://a.example/keys' });
  const [first] = signaturesIn(named.sign(card));
  expect(JSON.parse(Buffer.from(first?.protected ?? '', 'base64url').toString())).toEqual({
    alg: 'ES256',
    typ: 'JOSE',
    kid: 'k1',
    jku: 'https://a.example/keys',
  });
});

it.each([
  ['a text', 'my secret', /invalid card signing key/],
  [
    'a public key',
    P256.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    /invalid card signing key/,
  ],
  [
    'a short key',
    pem(generateKeyPairSync('rsa', { modulusLength: 1024 })),
    /unsupported type of card signing key/,
  ],
  ['a key for secrets', pem(generateKeyPairSync('x25519')), /unsupported type of card signing key/],
])('refuses %s without showing it', (_what, key, message) => {
  expect(() => createCardSigner({ key })).toThrow(
    expect.objectContaining({ code: 'bad-card-key', message: expect.stringMatching(message) }),
  );
  expect(() => createCardSigner({ key })).not.toThrow('my secret');
});

it.each(['1.0', '0.3'])(
  'signs the card of %s that is served, which keeps its tag',
  async (version) => {
    const signer = createCardSigner({ key: P256_JWK });
    const { fetch } = serve({ signer });
    const ask = () =>
      fetch(`${ORIGIN}/.well-known/agent-card.json`, { headers: { 'a2a-version': version } });
    const [one, other] = [await ask(), await ask()];
    expect(one.headers.get('etag')).toBe(other.headers.get('etag'));
    const signed = (await one.json()) as JsonObject;
    expect(await verified(signed, signer.publicKey)).toHaveLength(version === '1.0' ? 2 : 3);
  },
);

it('signs extended cards too', async () => {
  const signer = createCardSigner({ key: P256_JWK });
  const agent = { name: 'subject', description: 'x', version: '1', extended: () => ({}) };
  const { fetch } = serve({ signer, agent, principalOf: () => 'ann' });
  const headers = { 'a2a-version': '1.0' };
  const signed = (await (
    await fetch(`${ORIGIN}/extendedAgentCard`, { headers })
  ).json()) as JsonObject;
  expect(await verified(signed, signer.publicKey)).not.toEqual([]);
});
