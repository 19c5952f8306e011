import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AgentChange,
  AgentFileList,
  AgentFileText,
  PlannedEdit,
} from '@timestep-ai/timestep/view';
import { getJson, sendJson } from '../../api/api-client.ts';

/** Polling interval in milliseconds, because editors and agents also change the files. */
const POLL_INTERVAL_MS = 5000;

function getFilesPath(agentId: string, rest = ''): string {
  return `/agents/${encodeURIComponent(agentId)}/files${rest}`;
}

/** Reads the file list of an agent, and the change that would undo the last edit. */
export function useFiles(agentId: string) {
  return useQuery({
    queryKey: ['agent files', agentId],
    queryFn: ({ signal }) => getJson<AgentFileList>(getFilesPath(agentId), signal),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Reads a file once when it is opened. It is not re-read, so that typed text is not lost. */
export function useFile(agentId: string, path: string) {
  return useQuery({
    queryKey: ['agent file', agentId, path],
    queryFn: ({ signal }) =>
      getJson<AgentFileText>(
        getFilesPath(agentId, `/one?path=${encodeURIComponent(path)}`),
        signal,
      ),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Previews the changes that an edit would write. */
export function usePlanEdit(agentId: string) {
  return useMutation({
    mutationFn: (change: AgentChange) =>
      sendJson<PlannedEdit>('POST', getFilesPath(agentId, '/plan'), change),
  });
}

/** A previewed change, or only the version if the last edit is undone. */
export type EditRequest = (AgentChange | object) & { readonly version?: string };

/** Writes a previewed change, or undoes the last edit. */
export function useWriteEdit(agentId: string, kind: 'write' | 'undo') {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: EditRequest) => sendJson('POST', getFilesPath(agentId, `/${kind}`), order),
    onSuccess() {
      for (const name of ['agent files', 'agent file']) {
        void queries.invalidateQueries({ queryKey: [name, agentId] });
      }
      void queries.invalidateQueries({ queryKey: ['agents'] });
    },
  });
}
