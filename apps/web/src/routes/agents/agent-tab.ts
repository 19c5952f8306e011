/** Tabs of the agent page. */
export const AGENT_TABS = ['about', 'files', 'tools', 'models', 'card', 'card-0.3'] as const;

export type AgentTab = (typeof AGENT_TABS)[number];

/** URL search parameters of the agent page. */
export interface AgentSearch {
  readonly tab?: AgentTab;
  /** Path of the open file. */
  readonly file?: string;
}

export function parseAgentSearch(search: Readonly<Record<string, unknown>>): AgentSearch {
  const tab = AGENT_TABS.find((one) => one === search['tab']);
  const { file } = search;
  return { ...(tab && { tab }), ...(typeof file === 'string' && file !== '' && { file }) };
}
