import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { createTokenVerifier, type IssuerOptions } from './token-verifier.ts';

const ISSUER = 'https://login.example/tenant';
const OPENID = `${ISSUER}/.well-known/openid-configuration`;
const OAUTH = 'https://login.example/.well-known/oauth-authorization-server/tenant';
const KEYS = 'https://keys.example/all';

type Pages = Readonly<Record<string, unknown>>;

interface Odd {
  readonly header?: object;
  readonly claims?: Record<string, unknown>;
}

async function signed({ header = {}, claims = {} }: Odd = {}): Promise<{
  readonly token: string;
  readonly keys: object;
}> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA');
  const token = await new SignJWT({ sub: 'ann', exp: Date.now() / 1000 + 3600, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'k', ...header })
    .setIssuer(ISSUER)
    .setAudience('me')
    .sign(privateKey);
  return { token, keys: { keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] } };
}

function opened(pages: Pages, more: Partial<IssuerOptions> = {}) {
  const asked: string[] = [];
  const issuer = createTokenVerifier({
    issuer: ISSUER,
    audience: 'me',
    fetch: async (url) => {
      asked.push(url);
      const page = pages[url];
      return page === undefined ? new Response('no', { status: 404 }) : Response.json(page);
    },
    ...more,
  });
  return { ...issuer, asked };
}

it('finds the keys where OpenID Connect says, and asks once', async () => {
  const { token, keys } = await signed();
  const metadata = { issuer: ISSUER, jwks_uri: KEYS };
  const { verify: check, asked } = opened({ [OPENID]: metadata, [KEYS]: keys });
  const checked = await Promise.all([check(token), check(token)]);
  expect(checked).toMatchObject([{ claims: { sub: 'ann' } }, { claims: { sub: 'ann' } }]);
  expect(await check(token)).toMatchObject({ claims: { sub: 'ann' } });
  expect(asked).toEqual([OPENID, KEYS]);
});

it('finds them where OAuth says, or where the program says', async () => {
  const { token, keys } = await signed();
  const metadata = { issuer: ISSUER, jwks_uri: KEYS };
  const oauth = opened({ [OAUTH]: metadata, [KEYS]: keys });
  expect(await oauth.verify(token)).toMatchObject({ claims: { sub: 'ann' } });
  const told = opened({ [KEYS]: keys }, { jwksUri: KEYS });
  expect(await told.verify(token)).toMatchObject({ claims: { sub: 'ann' } });
  expect(told.asked).toEqual([KEYS]);
});

it.each<[string, Pages, RegExp]>([
  [
    'metadata of another issuer',
    { [OPENID]: { issuer: 'https://x.example', jwks_uri: KEYS } },
    /belongs to another issuer, "https:\/\/x\.example"/,
  ],
  [
    'keys without encryption',
    { [OPENID]: { issuer: ISSUER, jwks_uri: 'http://x.example' } },
    /has no https jwks_uri/,
  ],
  ['no address of keys', { [OPENID]: { issuer: ISSUER } }, /has no https jwks_uri/],
  ['metadata that are no object', { [OPENID]: [] }, /is not a JSON object/],
  ['no metadata', {}, /answered HTTP 404.*answered HTTP 404/],
])('believes no token of an issuer with %s', async (_what, pages, why) => {
  const { token } = await signed();
  const { verify: check } = opened(pages);
  await expect(check(token)).rejects.toMatchObject({
    code: 'no-keys',
    message: expect.stringMatching(why),
  });
});

it('asks an issuer again that was away', async () => {
  const { token, keys } = await signed();
  const pages: Record<string, unknown> = {};
  const { verify: check } = opened(pages);
  await expect(check(token)).rejects.toMatchObject({ code: 'no-keys' });
  Object.assign(pages, { [OPENID]: { issuer: ISSUER, jwks_uri: KEYS }, [KEYS]: keys });
  expect(await check(token)).toMatchObject({ claims: { sub: 'ann' } });
});

it.each<[string, Partial<IssuerOptions>, RegExp]>([
  [
    'without encryption',
    { issuer: 'http://login.example' },
    /issuer "http:\/\/login\.example": use an https/,
  ],
  ['that is no address', { issuer: 'login' }, /use an https URL/],
  ['with keys without encryption', { jwksUri: 'http://keys.example' }, /jwksUri/],
  ['without an audience', { audience: '' }, /audience is empty/],
])('refuses an issuer %s at the start', (_what, more, why) => {
  expect(() => opened({}, more)).toThrow(
    expect.objectContaining({ code: 'bad-issuer', message: expect.stringMatching(why) }),
  );
});

const NOW = 1_800_000_000;

it.each<[string, Odd, RegExp]>([
  ['a logout token', { header: { typ: 'logout+jwt' } }, /is a logout\+jwt, not an access token/],
  ['an identity token', { header: { typ: 'id_token+jwt' } }, /not an access token/],
  ['a proof of possession', { header: { typ: 'dpop+jwt' } }, /not an access token/],
  ['a token of the future', { claims: { iat: NOW + 60 } }, /is issued in the future/],
  ['a time that is none', { claims: { iat: 'now' } }, /no usable iat/],
  ['a list of subjects', { claims: { sub: ['ann', 'bob'] } }, /no usable sub/],
  ['a number for a subject', { claims: { sub: 7 } }, /no usable sub/],
])('refuses %s', async (_what, odd, why) => {
  const claims = { exp: NOW + 600, ...odd.claims };
  const { token, keys } = await signed({ ...odd, claims });
  const { verify } = opened({ [KEYS]: keys }, { jwksUri: KEYS, now: () => NOW * 1000 });
  expect(await verify(token)).toEqual({ why: expect.stringMatching(why) });
});

it.each<Odd>([
  {},
  { header: { typ: 'JWT' } },
  { header: { typ: 'at+jwt' } },
  { header: { typ: 'application/AT+JWT' } },
  { claims: { iat: NOW + 29 } },
  { claims: { sub: undefined } },
])('accepts %j', async (usual) => {
  const claims = { exp: NOW + 600, ...usual.claims };
  const { token, keys } = await signed({ ...usual, claims });
  const { verify } = opened({ [KEYS]: keys }, { jwksUri: KEYS, now: () => NOW * 1000 });
  expect(await verify(token)).toHaveProperty('claims');
});
