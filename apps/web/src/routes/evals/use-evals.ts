import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  EvalChoices,
  EvalComparison,
  EvalRunList,
  EvalRunSummary,
  EvalRunView,
  EvalTrial,
} from '@timestep-ai/timestep/view';
import { read } from '../../api/client.ts';

/** How often a run that is going on is looked at, and one that is not. */
const GOING_MS = 1000;
const RESTING_MS = 10_000;

function pathOf(run: string): string {
  return `/evals/runs/${encodeURIComponent(run)}`;
}

export function useRunList() {
  return useQuery({
    queryKey: ['evals'],
    queryFn: ({ signal }) => read<EvalRunList>('/evals', signal),
    refetchInterval: RESTING_MS,
  });
}

/** What runs can be started of; read again when it is shown again. */
export function useChoices() {
  return useQuery({
    queryKey: ['evals', 'choices'],
    queryFn: ({ signal }) => read<EvalChoices>('/evals/choices', signal),
  });
}

/** How a run stands, looked at again while it is shown. */
export function useRunSummary(run: string) {
  return useQuery({
    queryKey: ['evals', run],
    queryFn: ({ signal }) => read<EvalRunSummary>(`${pathOf(run)}/summary`, signal),
    refetchInterval: ({ state }) =>
      state.error ? false : state.data?.isGoing === true ? GOING_MS : RESTING_MS,
  });
}

/** Everything of a run but transcripts, read again when trials have been added. */
export function useRunView(run: string) {
  const summary = useRunSummary(run);
  const stamp = summary.data && `${summary.data.trials} ${summary.data.isGoing}`;
  const view = useQuery({
    queryKey: ['evals', run, 'view', stamp],
    queryFn: ({ signal }) => read<EvalRunView>(pathOf(run), signal),
    enabled: stamp !== undefined,
    placeholderData: keepPreviousData,
    gcTime: GOING_MS,
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
    queryFn: ({ signal }) => read<EvalTrial>(`${pathOf(run)}/trial?${address}`, signal),
  });
}

export function useComparison(before: string, after: string) {
  const address = new URLSearchParams({ before, after });
  return useQuery({
    queryKey: ['evals', before, 'against', after],
    queryFn: ({ signal }) => read<EvalComparison>(`/evals/compare?${address}`, signal),
  });
}
