import { readTexts, type SearchParams } from '../search-params.ts';

export type ChatSearch = ReturnType<typeof parseChatSearch>;

/** Reads the agent of a new conversation, and the owner if it is not the operator of the page. */
export function parseChatSearch(search: SearchParams) {
  const { principal } = search;
  return { ...readTexts(search, 'agent'), ...(typeof principal === 'string' && { principal }) };
}

export function getChatApiPath(chatId: string, search: ChatSearch, part = ''): string {
  const query = new URLSearchParams({ ...search }).toString();
  return `/chats/${encodeURIComponent(chatId)}${part}${query === '' ? '' : `?${query}`}`;
}
