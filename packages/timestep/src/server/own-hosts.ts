import { ServeError } from './serve-error.ts';

/** Addresses that stand for every address of the machine, and so name no host. */
const WILDCARDS: readonly string[] = ['0.0.0.0', '::', '[::]'];

export interface Reachable {
  readonly allowedHosts?: readonly string[];
  readonly host?: string;
  readonly publicUrl?: string;
}

/**
 * Returns the hosts that requests may name: `allowedHosts`, the host of the public URL, and the
 * host that the server listens on. Throws `ServeError` if the public URL is invalid.
 */
export function ownHosts({ allowedHosts = [], host, publicUrl }: Reachable): readonly string[] {
  return [
    ...allowedHosts,
    ...(publicUrl === undefined ? [] : [hostOf(publicUrl)]),
    ...(host === undefined || WILDCARDS.includes(host) ? [] : [host]),
  ];
}

function hostOf(publicUrl: string): string {
  const url = URL.parse(publicUrl);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.hostname;
  throw new ServeError(
    'bad-public-url',
    `the public URL "${publicUrl}" is not a URL: give one such as https://agents.example`,
  );
}
