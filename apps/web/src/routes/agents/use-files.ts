import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AgentChange,
  AgentFileList,
  AgentFileText,
  PlannedEdit,
} from '@timestep-ai/timestep/view';
import { read, send } from '../../api/client.ts';

/** Files are changed by editors and by agents too. */
const LOOK_EVERY_MS = 5000;

function pathOf(agentId: string, rest = ''): string {
  return `/agents/${encodeURIComponent(agentId)}/files${rest}`;
}

/** The files of an agent, and what would take back the newest edit. */
export function useFiles(agentId: string) {
  return useQuery({
    queryKey: ['agent files', agentId],
    queryFn: ({ signal }) => read<AgentFileList>(pathOf(agentId), signal),
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** One file as it was when it was opened, so that what is typed is not lost. */
export function useFile(agentId: string, path: string) {
  return useQuery({
    queryKey: ['agent file', agentId, path],
    queryFn: ({ signal }) =>
      read<AgentFileText>(pathOf(agentId, `/one?path=${encodeURIComponent(path)}`), signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Asks what a change would write. */
export function usePlanEdit(agentId: string) {
  return useMutation({
    mutationFn: (change: AgentChange) =>
      send<PlannedEdit>('POST', pathOf(agentId, '/plan'), change),
  });
}

/** A change that was looked at, or only the version of what takes back the newest one. */
export type EditOrder = (AgentChange | object) & { readonly version?: string };

/** Writes a change that was looked at, or takes back the newest one. */
export function useWriteEdit(agentId: string, kind: 'write' | 'undo') {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: EditOrder) => send('POST', pathOf(agentId, `/${kind}`), order),
    onSuccess() {
      for (const name of ['agent files', 'agent file']) {
        void queries.invalidateQueries({ queryKey: [name, agentId] });
      }
      void queries.invalidateQueries({ queryKey: ['agents'] });
    },
  });
}
