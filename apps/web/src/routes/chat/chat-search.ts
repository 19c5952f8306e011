import { readTexts, type SearchParams } from '../search-params.ts';

export type ChatSearch = ReturnType<typeof parseChatSearch>;

/**
 * Reads the agent of a new conversation, the owner if it is not the operator of the page, and whether the list
 * shows the conversations that programs have started too.
 */
export function parseChatSearch(search: SearchParams) {
  const { principal } = search;
  return {
    ...readTexts(search, 'agent'),
    ...(typeof principal === 'string' && { principal }),
    ...parseChatListSearch(search),
  };
}

export function parseChatListSearch({ others }: SearchParams): { readonly others?: true } {
  return others === true ? { others } : {};
}

export function getChatApiPath(
  chatId: string,
  { agent, principal }: Pick<ChatSearch, 'agent' | 'principal'>,
  part = '',
): string {
  const query = new URLSearchParams({
    ...(agent !== undefined && { agent }),
    ...(principal !== undefined && { principal }),
  }).toString();
  return `/chats/${encodeURIComponent(chatId)}${part}${query === '' ? '' : `?${query}`}`;
}
