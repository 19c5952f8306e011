/** The parts of the view of one agent. */
export const AGENT_TABS = ['about', 'files', 'tools', 'models', 'card', 'card-0.3'] as const;

export type AgentTab = (typeof AGENT_TABS)[number];

/** What of one agent is shown. */
export interface AgentSearch {
  readonly tab?: AgentTab;
  /** The file that is open. */
  readonly file?: string;
}

export function agentSearch(search: Readonly<Record<string, unknown>>): AgentSearch {
  const tab = AGENT_TABS.find((one) => one === search['tab']);
  const { file } = search;
  return { ...(tab && { tab }), ...(typeof file === 'string' && file !== '' && { file }) };
}
