/** URL search parameters of a conversation. */
export interface ChatSearch {
  /** Agent of a new conversation. */
  readonly agent?: string;
  /** Principal that owns the conversation, if it is not the principal of this page's operator. */
  readonly principal?: string;
}

/** Parses the URL search parameters. Invalid ones are ignored. */
export function parseChatSearch(search: Readonly<Record<string, unknown>>): ChatSearch {
  const { agent, principal } = search;
  return {
    ...(typeof agent === 'string' && agent !== '' && { agent }),
    ...(typeof principal === 'string' && { principal }),
  };
}

/** Returns the API path of a conversation. `part` is a subpath such as `/messages`. */
export function getChatPath(chatId: string, search: ChatSearch, part = ''): string {
  const query = new URLSearchParams({ ...search }).toString();
  return `/chats/${encodeURIComponent(chatId)}${part}${query === '' ? '' : `?${query}`}`;
}
