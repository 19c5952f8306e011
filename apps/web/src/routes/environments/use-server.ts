import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  EnvironmentList,
  EnvironmentServer,
  Exchange,
  ExchangeListItem,
  OperatorCall,
  OperatorCallOutcome,
  ServerContent,
  ServerLine,
  ServerPrompt,
  ServerPromptMessage,
  ServerResources,
  ServerTool,
  SwitchChange,
  SwitchRequest,
  PlannedEdit,
} from '@timestep-ai/timestep/view';
import { getJson, sendJson } from '../../api/api-client.ts';

/** Identifies an MCP server of an agent, as in the URL. */
export interface ServerName {
  readonly agent: string;
  readonly server: string;
}

/** Polling interval in milliseconds for data that changes without user action. */
const POLL_INTERVAL_MS = 3000;

function getServerPath({ agent, server }: ServerName): string {
  return `/environments/${encodeURIComponent(agent)}/${encodeURIComponent(server)}`;
}

function getServerKey({ agent, server }: ServerName): readonly string[] {
  return ['environments', agent, server];
}

export function useEnvironments() {
  return useQuery({
    queryKey: ['environments'],
    queryFn: ({ signal }) => getJson<EnvironmentList>('/environments', signal),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Reads one part of a server's data. If `isLive`, polls it every few seconds. */
function useServerPart<T>(name: ServerName, part: string, isLive: boolean) {
  return useQuery({
    queryKey: [...getServerKey(name), part],
    queryFn: ({ signal }) => getJson<T>(`${getServerPath(name)}${part}`, signal),
    refetchInterval: isLive ? POLL_INTERVAL_MS : false,
    placeholderData: keepPreviousData,
    gcTime: POLL_INTERVAL_MS,
  });
}

export function useServer(name: ServerName) {
  return useServerPart<EnvironmentServer>(name, '', true);
}

/**
 * Reads the tools of a server, again after each change of the server's state or of a tool's
 * settings.
 */
export function useTools(name: ServerName) {
  return useServerPart<readonly ServerTool[]>(name, '/tools', false);
}

export function useExchanges(name: ServerName) {
  return useServerPart<readonly ExchangeListItem[]>(name, '/messages', true);
}

/** Reads one JSON-RPC exchange, again after its response has arrived. */
export function useExchange(name: ServerName, { number, state }: ExchangeListItem) {
  return useQuery({
    queryKey: [...getServerKey(name), 'messages', number, state],
    queryFn: ({ signal }) => getJson<Exchange>(`${getServerPath(name)}/messages/${number}`, signal),
    placeholderData: keepPreviousData,
    gcTime: POLL_INTERVAL_MS,
  });
}

export function useServerLog(name: ServerName) {
  return useServerPart<readonly ServerLine[]>(name, '/log', true);
}

export function useResources(name: ServerName) {
  return useServerPart<ServerResources>(name, '/resources', false);
}

export function useResource(name: ServerName, uri: string) {
  const address = new URLSearchParams({ uri });
  return useServerPart<readonly ServerContent[]>(name, `/resource?${address}`, false);
}

export function usePrompts(name: ServerName) {
  return useServerPart<readonly ServerPrompt[]>(name, '/prompts', false);
}

/** Sends a request about a server, then reloads everything shown about the server. */
function useServerAction<Given, Answer>(name: ServerName, path: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => sendJson<Answer>('POST', `${getServerPath(name)}${path}`, given),
    onSettled: () => queries.invalidateQueries({ queryKey: getServerKey(name) }),
  });
}

export function usePing(name: ServerName) {
  return useServerAction<object, unknown>(name, '/ping');
}

export function useRestart(name: ServerName) {
  return useServerAction<object, unknown>(name, '/restart');
}

export function useCallTool(name: ServerName) {
  return useServerAction<OperatorCall, OperatorCallOutcome>(name, '/call');
}

export function usePlanSwitch(name: ServerName) {
  return useMutation({
    mutationFn: (change: SwitchChange) =>
      sendJson<PlannedEdit>('POST', `${getServerPath(name)}/plan`, change),
  });
}

export function useWriteSwitch(name: ServerName) {
  return useServerAction<SwitchRequest, unknown>(name, '/switches');
}

export function usePrompt(name: ServerName) {
  return useServerAction<
    { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
    readonly ServerPromptMessage[]
  >(name, '/prompt');
}
