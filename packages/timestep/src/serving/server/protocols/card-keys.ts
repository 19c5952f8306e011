import type { Mount, ProtocolHost } from '../mount.ts';

const KEYS = '/.well-known/jwks.json';

/** Serves the public key for signatures of agent cards, as a JWK Set (RFC 7517), to all clients. */
export function createCardKeysMount({ signer }: Pick<ProtocolHost, 'signer'>): Mount {
  return {
    prefix: '',
    open({ method, url }) {
      if (!signer || method !== 'GET' || new URL(url).pathname !== KEYS) return undefined;
      return Response.json(
        { keys: [signer.publicKey] },
        { headers: { 'cache-control': 'public, max-age=60' } },
      );
    },
  };
}
