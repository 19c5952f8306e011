import { ServeError } from './serve-error.ts';

/** Addresses that mean every address of the machine, and so name no host. */
const WILDCARDS: readonly string[] = ['0.0.0.0', '::', '[::]'];

export interface Reachable {
  readonly allowedHosts?: readonly string[];
  readonly host?: string;
  readonly publicUrl?: string;
}

/**
 * The hosts that a server answers to: `allowedHosts`, the host of its public address, and the one
 * it listens on. Throws `ServeError` for a public address that is not a URL.
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
