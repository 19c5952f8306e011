import { parseAgentId } from '../routing/agent-path.ts';
import type { Protocol, ProtocolHost } from '../routing/mount.ts';
import { answerResourceMetadata } from '../access/resource-metadata.ts';

/** Serves OAuth protected resource metadata for the server and each agent (RFC 9728). */
export const resourceProtocol: Protocol = (host) => {
  const { tokens, publicUrl } = host;
  if (!tokens) return { mounts: [] };
  const origin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const scopesAt = (path: string): readonly string[] => findAgentScopes(path, host);
  return {
    mounts: [
      {
        prefix: '/.well-known/oauth-protected-resource',
        open: (request) => answerResourceMetadata(request, tokens, origin, scopesAt),
      },
    ],
  };
};

/** Finds the scopes of the agent at a path. A single agent also answers at the root. */
function findAgentScopes(
  path: string,
  { agents }: Pick<ProtocolHost, 'agents'>,
): readonly string[] {
  const id = parseAgentId(path);
  if (id !== undefined) return agents.get(id)?.scopes ?? [];
  const listed = agents.list();
  return listed.length === 1 && !path.startsWith('/v1') ? (listed[0]?.scopes ?? []) : [];
}
