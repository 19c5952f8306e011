/** The parts of the view of one server. */
export const SERVER_TABS = ['tools', 'config', 'protocol', 'log', 'resources', 'prompts'] as const;

export type ServerTab = (typeof SERVER_TABS)[number];

/** What of a server is shown, as the address says it. */
export interface ServerSearch {
  readonly tab?: ServerTab;
  /** The tool, the resource or the prompt that is open. */
  readonly open?: string;
  /** The exchange that is open. */
  readonly message?: number;
  /** Looked for in what the tab lists. */
  readonly text?: string;
}

/** Reads what is shown from an address; anything else is left out. */
export function serverSearch(search: Readonly<Record<string, unknown>>): ServerSearch {
  const tab = SERVER_TABS.find((one) => one === search['tab']);
  const open = textIn(search['open']);
  const text = textIn(search['text']);
  const message = search['message'];
  return {
    ...(tab && { tab }),
    ...(open !== undefined && { open }),
    ...(typeof message === 'number' && Number.isInteger(message) && { message }),
    ...(text !== undefined && { text }),
  };
}

function textIn(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
