import { status, type ChannelOptions, type ServiceError } from '@grpc/grpc-js';
import { findProxyOfEnvironment, NetworkError } from '@timestep-ai/timestep/http';

/** The address to connect to, and the options of the channel. */
export interface ChannelTarget {
  readonly address: string;
  readonly options: ChannelOptions;
  /** Host of the proxy, if the channel passes one. */
  readonly proxy?: string;
}

/** Chooses the proxy for a host from the environment variables. Throws `NetworkError` if the proxy is not http. */
export function chooseChannelTarget(host: string): ChannelTarget {
  // The gRPC library's proxy support is off: it reads the proxy variables differently than `fetch`.
  const options = { 'grpc.enable_http_proxy': 0 };
  const named = findProxyOfEnvironment(new URL(`https://${host}`));
  if (named === undefined) return { address: host, options };
  const proxy = URL.parse(named);
  if (proxy?.protocol !== 'http:') {
    const message =
      'gRPC needs a proxy of the form http://HOST:PORT: set HTTPS_PROXY to one, or call the agent over another binding of its card';
    throw new NetworkError('bad-proxy', message);
  }
  const { username, password } = proxy;
  const login = decodeURIComponent(`${username}:${password}`);
  return {
    address: `${proxy.hostname}:${proxy.port || 80}`,
    proxy: proxy.host,
    options: {
      ...options,
      'grpc.default_authority': host,
      'grpc.http_connect_target': `dns:${host}`,
      ...(username !== '' && { 'grpc.http_connect_creds': login }),
    },
  };
}

/** Adds the proxy to the message of a failed connection, because the gRPC library omits it. */
export function addProxyToError(error: ServiceError, proxy: string | undefined): ServiceError {
  if (proxy === undefined || error.code !== status.UNAVAILABLE) return error;
  const details = `${error.details} (through the proxy ${proxy}: it may require a login in HTTPS_PROXY, or refuse the host)`;
  return Object.assign(error, { details });
}
