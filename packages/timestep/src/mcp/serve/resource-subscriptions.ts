import type { McpServer } from '@modelcontextprotocol/server';
import type { Peer } from '../handoff/peer.ts';

/** The most resources that one client of 2025 may subscribe to. */
const MOST_SUBSCRIPTIONS = 1000;

/**
 * Lets clients subscribe to resources (MCP, Resources, Subscriptions), on a server that has some. Returns what
 * notifies the client of a resource that has changed; in the stateless era, clients listen by themselves.
 */
export function registerSubscriptions(
  { server }: McpServer,
  era: Peer['era'],
): (uri: string) => void {
  server.registerCapabilities({ resources: { subscribe: true } });
  if (era === 'modern') return (uri) => void server.sendResourceUpdated({ uri }).catch(ignored);
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
    if (subscribed.has(uri)) server.sendResourceUpdated({ uri }).catch(ignored);
  };
}

/** A client that has gone needs no notification. */
function ignored(): undefined {
  return undefined;
}
