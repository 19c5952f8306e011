import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  EvalChoices,
  EvalComparison,
  EvalRunList,
  EvalRunSummary,
  EvalRunView,
  EvalTrial,
} from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';

/** Polling intervals in milliseconds: for active runs, and for all others. */
const ACTIVE_POLL_MS = 1000;
const IDLE_POLL_MS = 10_000;

function getRunPath(run: string): string {
  return `/evals/runs/${encodeURIComponent(run)}`;
}

export function useRunList() {
  return useQuery({
    queryKey: ['evals'],
    queryFn: ({ signal }) => getJson<EvalRunList>('/evals', signal),
    refetchInterval: IDLE_POLL_MS,
  });
}

/** Reads the suites and agents that runs can be started of. */
export function useEvalChoices() {
  return useQuery({
    queryKey: ['evals', 'choices'],
    queryFn: ({ signal }) => getJson<EvalChoices>('/evals/choices', signal),
  });
}

/** Reads the summary of a run, and polls it while it is shown. */
export function useRunSummary(run: string) {
  return useQuery({
    queryKey: ['evals', run],
    queryFn: ({ signal }) => getJson<EvalRunSummary>(`${getRunPath(run)}/summary`, signal),
    refetchInterval: ({ state }) =>
      state.error ? false : state.data?.isGoing === true ? ACTIVE_POLL_MS : IDLE_POLL_MS,
  });
}

/** Reads a run without its transcripts, again after each completed trial. */
export function useRunView(run: string) {
  const summary = useRunSummary(run);
  const stamp = summary.data && `${summary.data.trials} ${summary.data.isGoing}`;
  const view = useQuery({
    queryKey: ['evals', run, 'view', stamp],
    queryFn: ({ signal }) => getJson<EvalRunView>(getRunPath(run), signal),
    enabled: stamp !== undefined,
    placeholderData: keepPreviousData,
    gcTime: ACTIVE_POLL_MS,
  });
  return {
    view: view.data,
    error: summary.error ?? view.error,
    retry: () => void summary.refetch(),
  };
}

export function useTrial(run: string, task: string, trial: number) {
  const address = new URLSearchParams({ task, trial: String(trial) });
  return useQuery({
    queryKey: ['evals', run, 'trial', task, trial],
    queryFn: ({ signal }) => getJson<EvalTrial>(`${getRunPath(run)}/trial?${address}`, signal),
  });
}

export function useComparison(before: string, after: string) {
  const address = new URLSearchParams({ before, after });
  return useQuery({
    queryKey: ['evals', before, 'against', after],
    queryFn: ({ signal }) => getJson<EvalComparison>(`/evals/compare?${address}`, signal),
  });
}
