/** Tabs of the server page. */
export const SERVER_TABS = ['tools', 'config', 'protocol', 'log', 'resources', 'prompts'] as const;

export type ServerTab = (typeof SERVER_TABS)[number];

/** URL search parameters of the server page. */
export interface ServerSearch {
  readonly tab?: ServerTab;
  /** The open tool, resource or prompt. */
  readonly open?: string;
  /** Number of the open protocol message. */
  readonly message?: number;
  /** Search text for the list of the tab. */
  readonly text?: string;
}

/** Parses the URL search parameters. Invalid ones are ignored. */
export function parseServerSearch(search: Readonly<Record<string, unknown>>): ServerSearch {
  const tab = SERVER_TABS.find((one) => one === search['tab']);
  const open = readTextParam(search['open']);
  const text = readTextParam(search['text']);
  const message = search['message'];
  return {
    ...(tab && { tab }),
    ...(open !== undefined && { open }),
    ...(typeof message === 'number' && Number.isInteger(message) && { message }),
    ...(text !== undefined && { text }),
  };
}

function readTextParam(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
