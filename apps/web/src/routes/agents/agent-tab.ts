/** The parts of the view of one agent. */
export const AGENT_TABS = ['about', 'card', 'card-0.3'] as const;

export type AgentTab = (typeof AGENT_TABS)[number];

export function agentTab(search: Readonly<Record<string, unknown>>): { readonly tab?: AgentTab } {
  const tab = AGENT_TABS.find((one) => one === search['tab']);
  return tab ? { tab } : {};
}
