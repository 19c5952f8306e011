import type { AgentList, AgentSummary } from '@timestep-ai/timestep/view';

/** Lists the addresses of an agent for other programs, by the protocols that the server speaks. */
export function listAddresses(
  { id, tools }: Pick<AgentSummary, 'id' | 'tools'>,
  protocols: AgentList['protocols'],
  origin: string,
): readonly { readonly name: string; readonly url: string }[] {
  const base = `${origin}/agents/${encodeURIComponent(id)}`;
  return [
    ...(protocols.includes('a2a')
      ? [
          { name: 'A2A', url: base },
          { name: 'A2A card', url: `${base}/.well-known/agent-card.json` },
        ]
      : []),
    ...(protocols.includes('responses') ? [{ name: 'OpenAI', url: `${base}/v1` }] : []),
    ...(protocols.includes('agui') ? [{ name: 'AG-UI', url: `${base}/agui` }] : []),
    ...(tools.length > 0 ? [{ name: 'MCP', url: `${base}/tools/mcp` }] : []),
  ];
}
