import { TimestepError } from '#core';
import { listCauses } from '../network-errors.ts';
import { findProxy, type ProxySettings } from './proxy-settings.ts';

/** Reason why a request did not reach its server: the certificate or the proxy. */
export type NetworkErrorCode =
  | 'certificate-refused'
  /** The proxy is reachable, but temporarily not the server behind it. */
  | 'proxy-unavailable'
  | 'proxy-refused'
  | 'proxy-unreachable'
  | 'bad-proxy';

/** Cause of a failed `fetch` that a user can fix. `message` says how. */
export class NetworkError extends TimestepError {
  declare readonly code: NetworkErrorCode;
}

const UNTRUSTED =
  'is not from an authority that this program trusts: set NODE_USE_SYSTEM_CA=1 to trust the authorities of the system, or NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the authority';
const OUTDATED =
  'has expired or is not valid yet: check the clock of this machine, or renew the certificate';

/** Problems of certificates with advice, by the error code of OpenSSL or Node. */
const CERTIFICATE_PROBLEMS: Readonly<Record<string, string>> = {
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: OUTDATED,
  CERT_NOT_YET_VALID: OUTDATED,
  CERT_REVOKED: 'was revoked: renew the certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host: check the host in the address',
};

/** Returns the `NetworkError` among an error and its causes, if there is one. */
export function findNetworkError(thrown: unknown): NetworkError | undefined {
  return listCauses(thrown).find((cause) => cause instanceof NetworkError);
}

/** HTTP statuses of a proxy that temporarily cannot connect to a server. */
const UNAVAILABLE: readonly number[] = [502, 503, 504];

/** Explains a failed request if a user can fix the reason. Undefined for other failures. */
export function explainNetworkFailure(
  thrown: unknown,
  url: URL,
  settings: ProxySettings | undefined,
): NetworkError | undefined {
  const proxy = settings && findProxy(url, settings);
  for (const cause of listCauses(thrown)) {
    if (cause instanceof NetworkError) return cause;
    const { code } = cause;
    const problem = typeof code === 'string' ? CERTIFICATE_PROBLEMS[code] : undefined;
    if (problem === undefined) continue;
    const whose = proxy?.startsWith('https:') ? `${url.host} or of its proxy` : url.host;
    const message = `the certificate of ${whose} ${problem} (${String(code)})`;
    return new NetworkError('certificate-refused', message, { cause: thrown });
  }
  return proxy === undefined ? undefined : explainProxyFailure(thrown, url, new URL(proxy));
}

function explainProxyFailure(thrown: unknown, url: URL, proxy: URL): NetworkError | undefined {
  const variable = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const causes = listCauses(thrown);
  const status = causes.map(({ message }) => readProxyStatus(message)).find(Boolean);
  if (status === 407) {
    const problem =
      proxy.username === '' ? 'requires a login' : 'refuses the user name or the password';
    const message = `the proxy ${proxy.host} ${problem} (407): set ${variable}=${proxy.protocol}//USER:PASSWORD@${proxy.host}`;
    return new NetworkError('proxy-refused', message, { cause: thrown });
  }
  if (status !== undefined) {
    const isUnavailable = UNAVAILABLE.includes(status);
    const message = isUnavailable
      ? `the proxy ${proxy.host} cannot connect to ${url.host} now (${status})`
      : `the proxy ${proxy.host} refuses to connect to ${url.host} (${status}): ask its operator to allow the host, or add the host to NO_PROXY`;
    const code = isUnavailable ? 'proxy-unavailable' : 'proxy-refused';
    return new NetworkError(code, message, { cause: thrown });
  }
  const unconnected = causes.find(
    ({ code, syscall }) =>
      syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT',
  );
  if (!unconnected) return undefined;
  const message = `cannot reach the proxy ${proxy.host} (${String(unconnected.code)}): check ${variable}`;
  return new NetworkError('proxy-unreachable', message, { cause: thrown });
}

/** Reads a proxy's HTTP status from an error message of the HTTP client, which has no field for it. */
function readProxyStatus(message: unknown): number | undefined {
  if (typeof message !== 'string') return undefined;
  const [, status] = /^Proxy (?:response|Authentication Required) \((\d{3})\)/i.exec(message) ?? [];
  return status === undefined ? undefined : Number(status);
}
