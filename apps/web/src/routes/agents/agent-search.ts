import { readTab, readTexts, type SearchParams } from '../search-params.ts';

export const AGENT_TABS = {
  about: 'Overview',
  files: 'Files',
  tools: 'Exposed tools',
  models: 'Models',
  card: 'Card, A2A 1.0',
  'card-0.3': 'Card, A2A 0.3',
} as const;

export function parseAgentSearch(search: SearchParams) {
  return { ...readTab(search, AGENT_TABS), ...readTexts(search, 'file') };
}
