import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { isTransient, pauseOnRealClock } from '../../http/index.ts';
import type { Login } from '../../port/index.ts';
import { connectEnvironment } from '../connect/connect-environment.ts';
import { getTargetName } from '../connect/target-name.ts';
import { getOrRegisterClient, type DeviceClient } from './device-client.ts';
import {
  findIssuerEndpoint,
  discoverIssuer,
  type RefusedRequest,
  type ServerIssuer,
} from './discover-issuer.ts';
import type { LogInOptions } from './log-in.ts';
import { createLoginRefusedError, throwNoLoginNeeded } from './login-failure.ts';
import { updateLogin } from './update-login.ts';
import { createTokenError } from './token-error.ts';
import {
  issuerFetch,
  postForm,
  createSecretProof,
  requestTokens,
  type IssuedTokens,
  type IssuerFetch,
  type TokenAnswer,
} from './token-request.ts';

/** The code that the user enters on another device. */
export interface DeviceCode {
  /** The page on which the user enters the code. */
  readonly address: string;
  readonly code: string;
  /** A URL that already contains the code, if the issuer offers one. */
  readonly addressWithCode?: string;
}

/** Options of a login with another device. */
export interface DeviceLoginOptions extends Pick<
  LogInOptions,
  'clientMetadataUrl' | 'registered' | 'signal' | 'now'
> {
  readonly show: (code: DeviceCode) => void;
  /** Waits `ms` milliseconds, or until the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Sends requests to the issuer. Default: `fetch` with a timeout and a size limit. */
  readonly fetch?: IssuerFetch;
}

/**
 * Logs the user in at a server if this machine has no browser: the user enters a code on another
 * device (RFC 8628). Rejects with `McpError`, or with the signal's reason if it aborts.
 */
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
    const environment = await connectEnvironment({ url: server }, { authProvider, patienceMs: 0 });
    try {
      await environment.listTools(options.signal);
    } finally {
      await environment.close();
    }
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
  const { registered, show, now = Date.now, fetch: send = issuerFetch } = options;
  const found = await discoverIssuer(refused, registered?.issuer, send);
  const { metadata, resource, scope } = found;
  const name = getTargetName({ url: refused.serverUrl });
  const endpoint = findIssuerEndpoint(metadata, 'device_authorization_endpoint');
  if (endpoint === undefined) {
    const message = `${metadata.issuer} does not support login with another device`;
    throw createTokenError('no-device', message);
  }
  const client = await getOrRegisterClient(metadata, options, send);
  const grant = await requestDeviceCode(endpoint, client, found, send);
  if ('error' in grant) throw createLoginRefusedError(grant.error, name);
  show(grant.shown);
  const tokens = await pollForTokens(metadata, client, grant, name, options);
  const login = { server: name, issuer: metadata.issuer, ...client };
  return updateLogin(
    {
      ...login,
      ...(resource !== undefined && { resource }),
      ...(scope !== undefined && { scope }),
    },
    tokens,
    now(),
  );
}

interface DeviceAuthorization {
  readonly deviceCode: string;
  readonly shown: DeviceCode;
  readonly intervalMs: number;
  readonly lastsMs: number;
}

const INTERVAL_S = 5;

/** RFC 8628, sections 3.1 and 3.2. */
async function requestDeviceCode(
  endpoint: string,
  client: DeviceClient,
  { metadata, resource, scope }: ServerIssuer,
  send: IssuerFetch,
): Promise<DeviceAuthorization | { readonly error: string }> {
  const { clientId, clientSecret, authMethod } = client;
  const headers = new Headers();
  const params = new URLSearchParams({
    client_id: clientId,
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
  });
  await createSecretProof(clientId, clientSecret, authMethod)(headers, params, metadata);
  const { status, answer } = await postForm(endpoint, params, { headers, fetch: send });
  const fields: Readonly<Record<string, JsonValue>> = isJsonObject(answer) ? answer : {};
  const { device_code: deviceCode, user_code: code, verification_uri: address } = fields;
  if (
    typeof deviceCode !== 'string' ||
    typeof code !== 'string' ||
    typeof address !== 'string' ||
    !isHttpUrl(address)
  ) {
    return { error: typeof fields['error'] === 'string' ? fields['error'] : `http_${status}` };
  }
  const addressWithCode = fields['verification_uri_complete'];
  return {
    deviceCode,
    shown: {
      address,
      code,
      ...(typeof addressWithCode === 'string' && isHttpUrl(addressWithCode) && { addressWithCode }),
    },
    intervalMs: readSeconds(fields['interval'], INTERVAL_S) * 1000,
    lastsMs: readSeconds(fields['expires_in'], 0) * 1000,
  };
}

const SLOWER_MS = 5000;
const SLOWEST_MS = 60_000;

/** Polls until the user has approved or denied the login (RFC 8628, section 3.5). */
async function pollForTokens(
  metadata: AuthorizationServerMetadata,
  { clientId, clientSecret, authMethod }: DeviceClient,
  { deviceCode, intervalMs, lastsMs }: DeviceAuthorization,
  name: string,
  options: DeviceLoginOptions,
): Promise<IssuedTokens> {
  const { signal, now = Date.now, pause = pauseOnRealClock, fetch: send = issuerFetch } = options;
  const endsAt = now() + lastsMs;
  const prove = createSecretProof(clientId, clientSecret, authMethod);
  const params = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
  });
  let wait = intervalMs;
  while (now() < endsAt) {
    await pause(wait, signal);
    const answer = await requestUnlessUnavailable(() =>
      requestTokens(metadata, params, prove, send),
    );
    if (answer === 'unavailable') wait = Math.min(SLOWEST_MS, wait * 2);
    else if (answer.kind === 'given') return answer.tokens;
    else if (answer.error === 'slow_down') wait += SLOWER_MS;
    else if (answer.error !== 'authorization_pending')
      throw createLoginRefusedError(answer.error, name);
  }
  throw createLoginRefusedError('expired_token', name);
}

async function requestUnlessUnavailable(
  ask: () => Promise<TokenAnswer>,
): Promise<TokenAnswer | 'unavailable'> {
  try {
    return await ask();
  } catch (thrown) {
    if (isTransient(thrown)) return 'unavailable';
    throw thrown;
  }
}

function isHttpUrl(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}

function readSeconds(value: JsonValue | undefined, defaultSeconds: number): number {
  return typeof value === 'number' && value > 0 ? value : defaultSeconds;
}
