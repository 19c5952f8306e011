import { ServeError } from '../serve-error.ts';

/** Addresses that stand for every address of the machine, and so name no host. */
const WILDCARDS: readonly string[] = ['0.0.0.0', '::', '[::]'];

export interface HostOptions {
  readonly allowedHosts?: readonly string[];
  readonly host?: string;
  readonly publicUrl?: string;
}

/** Returns the hosts that requests may name. Throws `ServeError` if the public URL is invalid. */
export function listOwnHosts({
  allowedHosts = [],
  host,
  publicUrl,
}: HostOptions): readonly string[] {
  return [
    ...allowedHosts,
    ...(publicUrl === undefined ? [] : [parseHost(publicUrl)]),
    ...(host === undefined || WILDCARDS.includes(host) ? [] : [host]),
  ];
}

function parseHost(publicUrl: string): string {
  const url = URL.parse(publicUrl);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.hostname;
  throw new ServeError(
    'bad-public-url',
    `publicUrl "${publicUrl}" is not an http(s) URL: give one such as https://agents.example`,
  );
}
