import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useRead, useSend } from '../../api/queries.ts';

/** An MCP server of an agent, as named in the page's URL. */
export interface ServerName {
  readonly agent: string;
  readonly server: string;
}

const POLL_INTERVAL_MS = 3000;

export function getServerApiPath({ agent, server }: ServerName, part: string): string {
  return `/environments/${encodeURIComponent(agent)}/${encodeURIComponent(server)}${part}`;
}

function getServerQueryKey({ agent, server }: ServerName): readonly string[] {
  return ['environments', agent, server];
}

/** Reads data of an MCP server: again every few seconds if it is live, and for each version. */
export function useServerPart<T>(
  name: ServerName,
  part: string,
  { isLive = false, version }: { readonly isLive?: boolean; readonly version?: string } = {},
) {
  return useRead<T>([...getServerQueryKey(name), part, version], getServerApiPath(name, part), {
    placeholderData: keepPreviousData,
    gcTime: POLL_INTERVAL_MS,
    refetchInterval: isLive && POLL_INTERVAL_MS,
  });
}

/** Sends an action to an MCP server, then reloads everything shown about the server. */
export function useServerAction<Body, Answer = unknown>(name: ServerName, path: string) {
  const queries = useQueryClient();
  return useSend<Body, Answer>('POST', getServerApiPath(name, path), {
    onSettled: () => queries.invalidateQueries({ queryKey: getServerQueryKey(name) }),
  });
}
