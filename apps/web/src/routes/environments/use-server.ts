import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  EnvironmentList,
  EnvironmentServer,
  Exchange,
  ExchangeLine,
  OperatorCall,
  OperatorCallOutcome,
  ServerContent,
  ServerLine,
  ServerPrompt,
  ServerPromptMessage,
  ServerResources,
  ServerTool,
  SwitchChange,
  SwitchOrder,
  PlannedEdit,
} from '@timestep-ai/timestep/view';
import { read, send } from '../../api/client.ts';

/** A server of an agent, as the address names it. */
export interface ServerName {
  readonly agent: string;
  readonly server: string;
}

/** How often what may change by itself is looked at while it is shown. */
const EVERY_MS = 3000;

function pathOf({ agent, server }: ServerName): string {
  return `/environments/${encodeURIComponent(agent)}/${encodeURIComponent(server)}`;
}

function keyOf({ agent, server }: ServerName): readonly string[] {
  return ['environments', agent, server];
}

export function useEnvironments() {
  return useQuery({
    queryKey: ['environments'],
    queryFn: ({ signal }) => read<EnvironmentList>('/environments', signal),
    refetchInterval: EVERY_MS,
  });
}

/** Reads a part of a server; it is read again every few seconds where `isLive`. */
function usePart<T>(name: ServerName, part: string, isLive: boolean) {
  return useQuery({
    queryKey: [...keyOf(name), part],
    queryFn: ({ signal }) => read<T>(`${pathOf(name)}${part}`, signal),
    refetchInterval: isLive ? EVERY_MS : false,
    placeholderData: keepPreviousData,
    gcTime: EVERY_MS,
  });
}

export function useServer(name: ServerName) {
  return usePart<EnvironmentServer>(name, '', true);
}

/** They are listed again when the server comes into another state, and after each change of switches. */
export function useTools(name: ServerName) {
  return usePart<readonly ServerTool[]>(name, '/tools', false);
}

export function useExchanges(name: ServerName) {
  return usePart<readonly ExchangeLine[]>(name, '/messages', true);
}

/** A request is read again once it has an answer. */
export function useExchange(name: ServerName, { number, state }: ExchangeLine) {
  return useQuery({
    queryKey: [...keyOf(name), 'messages', number, state],
    queryFn: ({ signal }) => read<Exchange>(`${pathOf(name)}/messages/${number}`, signal),
    placeholderData: keepPreviousData,
    gcTime: EVERY_MS,
  });
}

export function useServerLog(name: ServerName) {
  return usePart<readonly ServerLine[]>(name, '/log', true);
}

export function useResources(name: ServerName) {
  return usePart<ServerResources>(name, '/resources', false);
}

export function useResource(name: ServerName, uri: string) {
  const address = new URLSearchParams({ uri });
  return usePart<readonly ServerContent[]>(name, `/resource?${address}`, false);
}

export function usePrompts(name: ServerName) {
  return usePart<readonly ServerPrompt[]>(name, '/prompts', false);
}

/** Asks a server for something, and reads anew what is shown of it. */
function useAction<Given, Answer>(name: ServerName, path: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => send<Answer>('POST', `${pathOf(name)}${path}`, given),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(name) }),
  });
}

export function usePing(name: ServerName) {
  return useAction<object, unknown>(name, '/ping');
}

export function useRestart(name: ServerName) {
  return useAction<object, unknown>(name, '/restart');
}

export function useCall(name: ServerName) {
  return useAction<OperatorCall, OperatorCallOutcome>(name, '/call');
}

export function usePlan(name: ServerName) {
  return useMutation({
    mutationFn: (change: SwitchChange) => send<PlannedEdit>('POST', `${pathOf(name)}/plan`, change),
  });
}

export function useSwitch(name: ServerName) {
  return useAction<SwitchOrder, unknown>(name, '/switches');
}

export function usePrompt(name: ServerName) {
  return useAction<
    { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> },
    readonly ServerPromptMessage[]
  >(name, '/prompt');
}
