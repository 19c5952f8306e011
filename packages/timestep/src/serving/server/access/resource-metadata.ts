import {
  findResourceOfMetadataPath,
  getServerUrl,
  type AccessTokenVerifier,
} from '#protocols/http';
import { ServeError, type ServeOptions } from '../serve-options.ts';

/**
 * Answers a request for protected resource metadata (RFC 9728), with the scopes of the path;
 * undefined for other requests.
 */
export function answerResourceMetadata(
  request: Request,
  tokens: AccessTokenVerifier,
  origin?: string,
  scopesAt: (path: string) => readonly string[] = () => [],
): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const { pathname } = new URL(request.url);
  const path = findResourceOfMetadataPath(pathname);
  if (path === undefined) return undefined;
  return Response.json(
    tokens.buildMetadata((origin ?? getServerUrl(request)) + path, scopesAt(path)),
  );
}

/**
 * Addresses such as `0.0.0.0` that stand for all addresses of the machine, so that they are not
 * host names.
 */
const WILDCARDS: readonly string[] = ['0.0.0.0', '::', '[::]'];

/**
 * Returns the host names that requests may name. Throws `ServeError` if the public URL is invalid.
 */
export function listOwnHosts({
  allowedHosts = [],
  host,
  publicUrl,
}: Pick<ServeOptions, 'allowedHosts' | 'host' | 'publicUrl'>): readonly string[] {
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
    `publicUrl "${publicUrl}" is not an http(s) URL: use a URL such as https://agents.example`,
  );
}
