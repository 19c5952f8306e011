import type { Protocol, Site } from '../mount.ts';
import { resourceMetadata } from '../resource-metadata.ts';

/** Says where callers get tokens, for the server and for each agent (RFC 9728). */
export const resourceProtocol: Protocol = (site) => {
  const { tokens, publicUrl } = site;
  if (!tokens) return { mounts: [] };
  const origin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const scopesAt = (path: string): readonly string[] => scopesOfAgentAt(path, site);
  return {
    mounts: [
      {
        prefix: '/.well-known/oauth-protected-resource',
        open: (request) => resourceMetadata(request, tokens, { origin, scopesAt }),
      },
    ],
  };
};

/** The only agent answers at the root as well. */
function scopesOfAgentAt(path: string, { agents }: Pick<Site, 'agents'>): readonly string[] {
  const [, written] = /^\/agents\/([^/]+)/.exec(path) ?? [];
  if (written !== undefined) return agents.get(decodeURIComponent(written))?.scopes ?? [];
  const listed = agents.list();
  return listed.length === 1 && !path.startsWith('/v1') ? (listed[0]?.scopes ?? []) : [];
}
