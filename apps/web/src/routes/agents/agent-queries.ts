import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  AgentChange,
  AgentFileList,
  AgentList,
  OwnModelList,
  PlannedEdit,
} from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import { useRead } from '../../api/queries.ts';
import { useEditPreview } from '../use-edit-preview.tsx';

/**
 * Milliseconds between two reads of the agents, because their files also change outside the page.
 */
const POLL_INTERVAL_MS = 5000;

const OWN_MODELS = ['own models'];

export function getAgentApiPath(agentId: string, rest: string): string {
  return `/agents/${encodeURIComponent(agentId)}${rest}`;
}

export function useAgents() {
  return useRead<AgentList>(['agents'], '/agents', { refetchInterval: POLL_INTERVAL_MS });
}

/** Returns the models that are configured, by agent. */
export function useOwnModels(): ReadonlyMap<string, string> {
  const { data } = useRead<OwnModelList>(OWN_MODELS, '/models');
  return new Map(data?.agents.map(({ agentId, model }) => [agentId, model]));
}

export function useAgentFiles(agentId: string) {
  return useRead<AgentFileList>(['agent files', agentId], getAgentApiPath(agentId, '/files'), {
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Saves a previewed change of agent files. Called without a change, undoes the last edit. */
export function useWriteEdit(agentId: string, kind: 'write' | 'undo') {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: (AgentChange | object) & { readonly version?: string | undefined }) =>
      sendJson('POST', getAgentApiPath(agentId, `/files/${kind}`), request),
    onSuccess() {
      for (const queryKey of [
        ['agent files', agentId],
        ['agent file', agentId],
        ['agents'],
        OWN_MODELS,
      ])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

export function useAgentEdit<Change extends AgentChange>(
  agentId: string,
  options: Pick<Parameters<typeof useEditPreview<Change>>[0], 'describe' | 'onWritten'> = {},
) {
  const { mutateAsync } = useWriteEdit(agentId, 'write');
  return useEditPreview<Change>({
    plan: (change) =>
      sendJson<PlannedEdit>('POST', getAgentApiPath(agentId, '/files/plan'), change),
    write: (change, version) => mutateAsync({ ...change, version }),
    ...options,
  });
}
