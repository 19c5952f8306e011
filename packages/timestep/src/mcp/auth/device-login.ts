import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { isTransient, pauseOnRealClock } from '../../http/index.ts';
import type { Login } from '../../port/index.ts';
import { connectEnvironment } from '../connect/connect-environment.ts';
import { nameOf } from '../connect/target-name.ts';
import { deviceClient, type DeviceClient } from './device-client.ts';
import {
  endpointOf,
  issuerOfServer,
  type RefusedRequest,
  type ServerIssuer,
} from './issuer-of-server.ts';
import type { LogInOptions } from './log-in.ts';
import { refusal, wantsNone } from './login-failure.ts';
import { loginWith } from './login-with.ts';
import { tokenFailure } from './token-failure.ts';
import {
  issuerFetch,
  postForm,
  provenBySecret,
  requestTokens,
  type GivenTokens,
  type IssuerFetch,
  type TokenAnswer,
} from './token-request.ts';

/** The code that the user enters on another device, and the page to enter it on. */
export interface DeviceCode {
  /** The URL of the page on which the user enters the code. */
  readonly address: string;
  readonly code: string;
  /** A URL that already contains the code. Undefined if the issuer does not offer one. */
  readonly whole?: string;
}

/** Options of a login with another device. */
export interface DeviceLoginOptions extends Pick<
  LogInOptions,
  'clientMetadataUrl' | 'registered' | 'signal' | 'now'
> {
  readonly show: (code: DeviceCode) => void;
  /** Waits for `ms` milliseconds, or until the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Sends requests to the issuer. Default: `fetch` with a timeout and a size limit. */
  readonly fetch?: IssuerFetch;
}

/**
 * Logs the user in at a server that requires a token, if this machine has no browser: the user
 * enters a code on another device (RFC 8628). Rejects with `McpError`, or with the signal's reason
 * if it aborts.
 */
export async function logInByDevice(
  server: string | URL,
  options: DeviceLoginOptions,
): Promise<Login> {
  let login: Login | undefined;
  const authProvider = {
    token: async () => login?.accessToken,
    onUnauthorized: async (refused: RefusedRequest) => {
      login ??= await loginFor(refused, options);
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
  return login ?? wantsNone(server);
}

async function loginFor(refused: RefusedRequest, options: DeviceLoginOptions): Promise<Login> {
  const { registered, show, now = Date.now, fetch: send = issuerFetch } = options;
  const found = await issuerOfServer(refused, registered?.issuer, send);
  const { metadata, resource, scope } = found;
  const name = nameOf({ url: refused.serverUrl });
  const endpoint = endpointOf(metadata, 'device_authorization_endpoint');
  if (endpoint === undefined) {
    const message = `${metadata.issuer} does not offer a login with another device`;
    throw tokenFailure('no-device', message);
  }
  const client = await deviceClient(metadata, options, send);
  const grant = await deviceGrant(endpoint, client, found, send);
  if ('error' in grant) throw refusal(grant.error, name);
  show(grant.shown);
  const tokens = await polled(metadata, client, grant, name, options);
  const login = { server: name, issuer: metadata.issuer, ...client };
  return loginWith(
    {
      ...login,
      ...(resource !== undefined && { resource }),
      ...(scope !== undefined && { scope }),
    },
    tokens,
    now(),
  );
}

interface DeviceGrant {
  readonly deviceCode: string;
  readonly shown: DeviceCode;
  readonly intervalMs: number;
  readonly lastsMs: number;
}

const INTERVAL_S = 5;

/** Requests a device code (RFC 8628, sections 3.1 and 3.2). */
async function deviceGrant(
  endpoint: string,
  client: DeviceClient,
  { metadata, resource, scope }: ServerIssuer,
  send: IssuerFetch,
): Promise<DeviceGrant | { readonly error: string }> {
  const { clientId, clientSecret, authMethod } = client;
  const headers = new Headers();
  const params = new URLSearchParams({
    client_id: clientId,
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
  });
  await provenBySecret(clientId, clientSecret, authMethod)(headers, params, metadata);
  const { status, answer } = await postForm(endpoint, params, { headers, fetch: send });
  const fields: Readonly<Record<string, JsonValue>> = isJsonObject(answer) ? answer : {};
  const { device_code: deviceCode, user_code: code, verification_uri: address } = fields;
  if (
    typeof deviceCode !== 'string' ||
    typeof code !== 'string' ||
    typeof address !== 'string' ||
    !isVisitable(address)
  ) {
    return { error: typeof fields['error'] === 'string' ? fields['error'] : `http_${status}` };
  }
  const whole = fields['verification_uri_complete'];
  return {
    deviceCode,
    shown: { address, code, ...(typeof whole === 'string' && isVisitable(whole) && { whole }) },
    intervalMs: secondsOf(fields['interval'], INTERVAL_S) * 1000,
    lastsMs: secondsOf(fields['expires_in'], 0) * 1000,
  };
}

const SLOWER_MS = 5000;
const SLOWEST_MS = 60_000;

/**
 * Polls the issuer until the user has approved or denied the login, no more often than the issuer
 * allows (RFC 8628, section 3.5).
 */
async function polled(
  metadata: AuthorizationServerMetadata,
  { clientId, clientSecret, authMethod }: DeviceClient,
  { deviceCode, intervalMs, lastsMs }: DeviceGrant,
  name: string,
  options: DeviceLoginOptions,
): Promise<GivenTokens> {
  const { signal, now = Date.now, pause = pauseOnRealClock, fetch: send = issuerFetch } = options;
  const endsAt = now() + lastsMs;
  const prove = provenBySecret(clientId, clientSecret, authMethod);
  const params = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
  });
  let wait = intervalMs;
  while (now() < endsAt) {
    await pause(wait, signal);
    const answer = await answerUnlessAway(() => requestTokens(metadata, params, prove, send));
    if (answer === 'away') wait = Math.min(SLOWEST_MS, wait * 2);
    else if (answer.kind === 'given') return answer.tokens;
    else if (answer.error === 'slow_down') wait += SLOWER_MS;
    else if (answer.error !== 'authorization_pending') throw refusal(answer.error, name);
  }
  throw refusal('expired_token', name);
}

async function answerUnlessAway(ask: () => Promise<TokenAnswer>): Promise<TokenAnswer | 'away'> {
  try {
    return await ask();
  } catch (thrown) {
    if (isTransient(thrown)) return 'away';
    throw thrown;
  }
}

function isVisitable(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}

function secondsOf(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === 'number' && value > 0 ? value : otherwise;
}
