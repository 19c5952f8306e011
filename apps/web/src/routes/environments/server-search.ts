import type { EnvironmentServer } from '@timestep-ai/timestep/view';
import { readCount, readTab, readTexts, type SearchParams } from '../search-params.ts';
import type { ServerName } from './use-server.ts';

export const SERVER_TABS = {
  tools: 'Tools',
  config: 'Config',
  protocol: 'Protocol',
  log: 'Log',
  resources: 'Resources',
  prompts: 'Prompts',
} as const;

export type ServerSearch = ReturnType<typeof parseServerSearch>;

/**
 * Reads the tab, its filter, and the open tool, resource, prompt or protocol message from the URL.
 */
export function parseServerSearch(search: SearchParams) {
  return {
    ...readTab(search, SERVER_TABS),
    ...readTexts(search, 'open', 'text'),
    ...readCount(search, 'message'),
  };
}

export interface ServerTabProps {
  readonly name: ServerName;
  readonly server: EnvironmentServer;
  readonly search: ServerSearch;
  readonly onChange: (search: ServerSearch) => void;
}
