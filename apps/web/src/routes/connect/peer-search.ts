import { readChoice, readCount, readTexts, type SearchParams } from '../search-params.ts';
import type { PeerState } from '@timestep-ai/timestep/view';

export const PEER_TABS = {
  tools: 'Tools',
  prompts: 'Prompts',
  resources: 'Resources',
  ask: 'Ask',
  card: 'Card',
  login: 'Login',
  messages: 'Messages',
} as const;

export type PeerTab = keyof typeof PEER_TABS;
export type PeerSearch = ReturnType<typeof parsePeerSearch>;

/** Reads the tab, and the open tool, prompt, resource or message from the URL. */
export function parsePeerSearch(search: SearchParams) {
  return {
    ...readChoice(search, 'tab', Object.keys(PEER_TABS) as PeerTab[]),
    ...readTexts(search, 'open'),
    ...readCount(search, 'message'),
  };
}

/** Lists the tabs that have content for a connection, the most useful first. */
export function listPeerTabs({ mcp, a2a, steps, state }: PeerState): readonly PeerTab[] {
  const needsLogin = steps.length > 0 || state === 'login';
  return [
    ...(mcp ? (['tools', 'prompts', 'resources'] as const) : []),
    ...(a2a ? ([...(a2a.used ? (['ask'] as const) : []), 'card'] as const) : []),
    ...(needsLogin ? (['login'] as const) : []),
    'messages',
  ];
}
