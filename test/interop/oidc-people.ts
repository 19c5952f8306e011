import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Configuration, Provider } from 'oidc-provider';

/**
 * The issuer's features for users: login with a browser on this or another device, and registration
 * of clients.
 */
export const PEOPLE = {
  interactions: { url: (_context, { uid }) => `${INTERACTION}${uid}` },
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  ttl: { AccessToken: 600, RefreshToken: 3600, Grant: 3600, Session: 3600, Interaction: 600 },
} satisfies Configuration;

/** A registered client without a secret. */
export const PUBLIC_CLIENT = {
  client_id: 'desk',
  token_endpoint_auth_method: 'none',
  application_type: 'native',
  grant_types: [
    'authorization_code',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:device_code',
  ],
  redirect_uris: ['http://127.0.0.1/callback'],
  response_types: ['code'],
  id_token_signed_response_alg: 'ES256',
} as const;

const INTERACTION = '/interaction/';

/** Answers the questions of the issuer for a user, who agrees to everything or to nothing. */
export async function answerForPerson(
  provider: Provider,
  agrees: () => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!request.url?.startsWith(INTERACTION)) return false;
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (!agrees()) {
    const refusal = { error: 'access_denied', error_description: 'no' };
    await provider.interactionFinished(request, response, refusal);
    return true;
  }
  if (prompt.name === 'login') {
    const login = { login: { accountId: 'ann' } };
    await provider.interactionFinished(request, response, login);
    return true;
  }
  const { client_id: clientId, resource, scope } = params as Readonly<Record<string, string>>;
  const accountId = session?.accountId ?? '';
  const grant = new provider.Grant({ accountId, ...(clientId !== undefined && { clientId }) });
  grant.addOIDCScope(`openid offline_access ${scope ?? ''}`.trim());
  if (resource !== undefined) grant.addResourceScope(resource, scope ?? '');
  const consent = { consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, consent, { mergeWithLastSubmission: true });
  return true;
}
