/**
 * Returns the address at which clients of A2A look for an agent's card. Undefined if the agent has no web address,
 * because a log may contain any text.
 */
export function getCardUrl(agent: string): string | undefined {
  if (!URL.canParse(agent)) return undefined;
  const { protocol, origin, pathname, search } = new URL(agent);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (pathname.endsWith('.json')) return `${origin}${pathname}${search}`;
  return `${origin}${pathname.replace(/\/$/, '')}/.well-known/agent-card.json`;
}
