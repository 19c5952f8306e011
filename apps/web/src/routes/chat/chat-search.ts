import { readTexts, type SearchParams } from '../search-params.ts';

export interface ChatSearch {
  readonly agent?: string;
  /** Owner of the conversation, if it is not the operator of this page. */
  readonly principal?: string;
}

export function parseChatSearch(search: SearchParams): ChatSearch {
  const { principal } = search;
  return { ...readTexts(search, 'agent'), ...(typeof principal === 'string' && { principal }) };
}

/** Returns the API path of a conversation. `part` is a subpath such as `/messages`. */
export function getChatPath(chatId: string, search: ChatSearch, part = ''): string {
  const query = new URLSearchParams({ ...search }).toString();
  return `/chats/${encodeURIComponent(chatId)}${part}${query === '' ? '' : `?${query}`}`;
}
