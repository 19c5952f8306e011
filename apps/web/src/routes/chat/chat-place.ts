/** What an address says of a conversation beside its id. */
export interface ChatPlace {
  /** With whom a new conversation is. */
  readonly agent?: string;
  /** Whose it is, where it is not of those who begin conversations on this page. */
  readonly principal?: string;
}

/** Reads it from an address; anything else is left out. */
export function chatPlace(search: Readonly<Record<string, unknown>>): ChatPlace {
  const { agent, principal } = search;
  return {
    ...(typeof agent === 'string' && agent !== '' && { agent }),
    ...(typeof principal === 'string' && { principal }),
  };
}

/** Where data of a conversation is; `part` is below it, such as `/messages`. */
export function chatPath(chatId: string, place: ChatPlace, part = ''): string {
  const search = new URLSearchParams({ ...place }).toString();
  return `/chats/${encodeURIComponent(chatId)}${part}${search === '' ? '' : `?${search}`}`;
}
