import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import type { Login } from '../../port/index.ts';
import type { LogInOptions } from './log-in.ts';
import { createTokenError } from './token-error.ts';
import type { IssuerFetch } from './token-request.ts';

export type DeviceClient = Pick<Login, 'clientId' | 'clientSecret' | 'authMethod'>;

/** Returns the registered client, its metadata URL if supported, or a new client (RFC 7591). */
export async function getOrRegisterClient(
  metadata: AuthorizationServerMetadata,
  { registered, clientMetadataUrl }: Pick<LogInOptions, 'registered' | 'clientMetadataUrl'>,
  send: IssuerFetch,
): Promise<DeviceClient> {
  if (registered) {
    const { clientId, clientSecret } = registered;
    return { clientId, ...(clientSecret !== undefined && { clientSecret }) };
  }
  if (clientMetadataUrl !== undefined && metadata.client_id_metadata_document_supported === true) {
    return { clientId: clientMetadataUrl };
  }
  const { registerClient, RegistrationRejectedError } =
    await import('@modelcontextprotocol/client');
  try {
    if (metadata.registration_endpoint === undefined)
      throw createNoRegistrationError(metadata.issuer);
    const client = await registerClient(metadata.issuer, {
      metadata,
      clientMetadata: {
        client_name: 'Timestep',
        redirect_uris: [],
        response_types: [],
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      fetchFn: send,
    });
    const { client_id: clientId, client_secret: clientSecret } = client;
    const { token_endpoint_auth_method: authMethod } = client;
    if (clientSecret === undefined || authMethod === 'none') return { clientId };
    return { clientId, clientSecret, ...(authMethod !== undefined && { authMethod }) };
  } catch (thrown) {
    throw thrown instanceof RegistrationRejectedError
      ? createNoRegistrationError(metadata.issuer)
      : thrown;
  }
}

function createNoRegistrationError(issuer: string): Error {
  return createTokenError(
    'no-registration',
    `${issuer} does not register clients: use a client that is registered there`,
  );
}
