import type { McpServer } from '@modelcontextprotocol/server';
import type { Peer } from '../../handoff/peer.ts';

/** Maximum subscriptions per client in a session (MCP 2025-11-25 and earlier). */
const MOST_SUBSCRIPTIONS = 1000;

/**
 * Enables subscriptions, and returns the function that notifies subscribers. Since MCP 2026-07-28, the SDK handles
 * them.
 */
export function enableResourceSubscriptions(
  { server }: McpServer,
  era: Peer['era'],
): (uri: string) => void {
  // A failed notification is ignored: it fails only if the client has disconnected.
  const notify = (uri: string): void =>
    void server.sendResourceUpdated({ uri }).catch(() => undefined);
  server.registerCapabilities({ resources: { subscribe: true } });
  if (era === 'modern') return notify;
  const subscribed = new Set<string>();
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    const [oldest] = subscribed.size >= MOST_SUBSCRIPTIONS ? subscribed : [];
    if (oldest !== undefined) subscribed.delete(oldest);
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  return (uri) => {
    if (subscribed.has(uri)) notify(uri);
  };
}
