const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Path of a protected resource: an agent, an environment or a protocol path below it. */
const RESOURCE = /^(?:\/agents\/[^/]+)?(?:\/(?:mcp|agui|v1)(?=\/|$))?/;

/** Returns the protected resource to which a request path belongs. Empty for the server itself. */
export function getResourcePath(pathname: string): string {
  return RESOURCE.exec(pathname)?.[0] ?? '';
}

/** Returns the path of a resource's metadata document (RFC 9728, section 3.1). */
export function getMetadataPath(resource: string): string {
  return WELL_KNOWN + resource;
}

/** Returns the resource whose metadata a path requests. Undefined for any other path. */
export function findResourceOfMetadataPath(pathname: string): string | undefined {
  if (pathname !== WELL_KNOWN && !pathname.startsWith(`${WELL_KNOWN}/`)) return undefined;
  const path = pathname.slice(WELL_KNOWN.length);
  const resource = path === '/' ? '' : path;
  return getResourcePath(resource) === resource ? resource : undefined;
}
