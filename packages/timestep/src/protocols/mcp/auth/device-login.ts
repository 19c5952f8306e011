import type { AuthorizationServerMetadata, OAuthTokens } from '@modelcontextprotocol/client';
import { omitUndefined, type JsonValue } from '#core';
import { isTransientNetworkError, pauseOnRealClock } from '#protocols/http';
import type { Login } from '#engine/port';
import { getServerName } from '../connect/target.ts';
import { findIssuerEndpoint, discoverIssuer, type RefusedRequest } from './discover-issuer.ts';
import { authorizeByListingTools } from './authorize-by-listing-tools.ts';
import type { LogInOptions } from './log-in.ts';
import { registrationToClient } from './login-client.ts';
import { assertSecurePage, guardNamedAddresses, isSecurePage } from './named-address.ts';
import {
  createLoginRefusedError,
  createNoRegistrationError,
  createTokenError,
  throwNoLoginNeeded,
} from './token-error.ts';
import {
  authenticateBySecret,
  issuerFetch,
  postForm,
  requestTokens,
  applyTokens,
  type IssuerClient,
  type IssuerFetch,
} from './token-request.ts';

/** The code that the user enters on the page at `address`, on another device. */
export interface DeviceCode {
  readonly address: string;
  readonly code: string;
  /** A URL that already contains the code, if the issuer offers one. */
  readonly addressWithCode?: string;
}

/** Options of a login that the user approves on another device. */
export interface DeviceLoginOptions extends Pick<
  LogInOptions,
  'clientMetadataUrl' | 'registered' | 'signal' | 'now'
> {
  readonly show: (code: DeviceCode) => void;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Sends requests to the issuer. Default: `fetch` with a timeout and a size limit. */
  readonly fetch?: IssuerFetch;
}

/** Logs in with a code entered on another device (RFC 8628). Rejects as `logIn` does. */
export async function logInByDevice(
  server: string | URL,
  options: DeviceLoginOptions,
): Promise<Login> {
  let login: Login | undefined;
  const authProvider = {
    token: async () => login?.accessToken,
    onUnauthorized: async (refused: RefusedRequest) => {
      login ??= await performDeviceLogin(refused, options);
    },
  };
  try {
    await authorizeByListingTools(server, { authProvider }, options.signal);
  } catch (thrown) {
    options.signal.throwIfAborted();
    throw thrown;
  }
  return login ?? throwNoLoginNeeded(server);
}

async function performDeviceLogin(
  refused: RefusedRequest,
  options: DeviceLoginOptions,
): Promise<Login> {
  const { registered, show, now = Date.now, fetch = issuerFetch } = options;
  const send = guardNamedAddresses(fetch, [refused.serverUrl, registered?.issuer ?? '']);
  const found = await discoverIssuer(refused, registered?.issuer, send);
  const { metadata, resource, scope } = found;
  const name = getServerName({ url: refused.serverUrl });
  const endpoint = findIssuerEndpoint(metadata, 'device_authorization_endpoint');
  if (endpoint === undefined) {
    const message = `${metadata.issuer} does not support login with another device`;
    throw createTokenError('no-device', message);
  }
  const registration = await getOrRegisterClient(metadata, options, send);
  const aim = omitUndefined({ resource, scope });
  const client = { metadata, authenticate: authenticateBySecret(registration), fetch: send };
  const params = new URLSearchParams({ client_id: registration.clientId, ...aim });
  const grant = await requestDeviceCode(endpoint, params, client);
  if ('error' in grant) throw createLoginRefusedError(grant.error, name);
  show(grant.shown);
  const tokens = await pollForTokens(grant, name, client, options);
  const login = { server: name, issuer: metadata.issuer, ...registration, ...aim };
  return applyTokens(login, tokens, now());
}

interface DeviceAuthorization {
  readonly deviceCode: string;
  readonly shown: DeviceCode;
  readonly intervalMs: number;
  readonly lastsMs: number;
}

const INTERVAL_MS = 5000;

/** Requests a code for the user (RFC 8628, sections 3.1 and 3.2). */
async function requestDeviceCode(
  endpoint: string,
  params: URLSearchParams,
  client: IssuerClient,
): Promise<DeviceAuthorization | { readonly error: string }> {
  const { status, fields } = await postForm(endpoint, params, client);
  const { device_code: deviceCode, user_code: code, verification_uri: address } = fields;
  if (
    typeof deviceCode !== 'string' ||
    typeof code !== 'string' ||
    typeof address !== 'string' ||
    !/^https?:$/.test(URL.parse(address)?.protocol ?? '')
  ) {
    return { error: typeof fields['error'] === 'string' ? fields['error'] : `http_${status}` };
  }
  const whole = fields['verification_uri_complete'];
  assertSecurePage(new URL(address));
  const wholeUrl = typeof whole === 'string' ? URL.parse(whole) : null;
  const addressWithCode = wholeUrl && isSecurePage(wholeUrl) ? wholeUrl.href : undefined;
  return {
    deviceCode,
    shown: omitUndefined({ address, code, addressWithCode }),
    intervalMs: secondsToMs(fields['interval'], INTERVAL_MS),
    lastsMs: secondsToMs(fields['expires_in'], 0),
  };
}

const SLOWER_MS = 5000;
const SLOWEST_MS = 60_000;

/** Polls until the user has approved or denied the login (RFC 8628, section 3.5). */
async function pollForTokens(
  { deviceCode, intervalMs, lastsMs }: DeviceAuthorization,
  name: string,
  client: IssuerClient,
  { signal, now = Date.now, pause = pauseOnRealClock }: DeviceLoginOptions,
): Promise<OAuthTokens> {
  const endsAt = now() + lastsMs;
  const params = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
  });
  let wait = intervalMs;
  while (now() < endsAt) {
    await pause(wait, signal);
    const answer = await requestTokens(params, client).catch((thrown: unknown) => {
      if (!isTransientNetworkError(thrown)) throw thrown;
    });
    if (!answer) wait = Math.min(SLOWEST_MS, wait * 2);
    else if (!('error' in answer)) return answer;
    else if (answer.error === 'slow_down') wait += SLOWER_MS;
    else if (answer.error !== 'authorization_pending')
      throw createLoginRefusedError(answer.error, name);
  }
  throw createLoginRefusedError('expired_token', name);
}

function secondsToMs(seconds: JsonValue | undefined, defaultMs: number): number {
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : defaultMs;
}

/**
 * Returns the client: the registered one, its metadata URL if the issuer supports that, or a new registration (RFC
 * 7591).
 */
async function getOrRegisterClient(
  metadata: AuthorizationServerMetadata,
  { registered, clientMetadataUrl }: DeviceLoginOptions,
  send: IssuerFetch,
): Promise<ReturnType<typeof registrationToClient>> {
  if (registered) {
    const { issuer: _issuer, ...client } = registered;
    return client;
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
    return registrationToClient(client);
  } catch (thrown) {
    throw thrown instanceof RegistrationRejectedError
      ? createNoRegistrationError(metadata.issuer)
      : thrown;
  }
}
