const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** The parts of a server that clients know as resources of their own. */
const RESOURCE = /^(?:\/agents\/[^/]+)?(?:\/(?:mcp|agui|v1)(?=\/|$))?/;

/** The path of the resource that a path of the server belongs to: an agent, an environment, or the server. */
export function resourcePath(pathname: string): string {
  return RESOURCE.exec(pathname)?.[0] ?? '';
}

/** Where the metadata of a resource are (RFC 9728, section 3.1). */
export function metadataPath(resource: string): string {
  return WELL_KNOWN + resource;
}

/** The path of the resource whose metadata are asked for; `undefined` for other paths. */
export function resourceAsked(pathname: string): string | undefined {
  if (pathname !== WELL_KNOWN && !pathname.startsWith(`${WELL_KNOWN}/`)) return undefined;
  const path = pathname.slice(WELL_KNOWN.length);
  const resource = path === '/' ? '' : path;
  return resourcePath(resource) === resource ? resource : undefined;
}
