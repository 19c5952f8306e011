import { keepPreviousData } from '@tanstack/react-query';
import type { EvalRunList, EvalRunSummary, EvalRunView } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';

const ACTIVE_POLL_MS = 1000;
const IDLE_POLL_MS = 10_000;

export function getRunApiPath(run: string, rest = ''): string {
  return `/evals/runs/${encodeURIComponent(run)}${rest}`;
}

export function useRunList() {
  return useRead<EvalRunList>(['evals'], '/evals', { refetchInterval: IDLE_POLL_MS });
}

export function useRunSummary(run: string) {
  return useRead<EvalRunSummary>(['evals', run], getRunApiPath(run, '/summary'), {
    refetchInterval: ({ state }) =>
      state.error ? false : state.data?.isGoing === true ? ACTIVE_POLL_MS : IDLE_POLL_MS,
  });
}

/** Reads an evaluation run, again after each completed trial. */
export function useRunView(run: string) {
  const summary = useRunSummary(run);
  const stamp = summary.data && `${summary.data.trials} ${summary.data.isGoing}`;
  const view = useRead<EvalRunView>(['evals', run, 'view', stamp], getRunApiPath(run), {
    enabled: stamp !== undefined,
    placeholderData: keepPreviousData,
    gcTime: ACTIVE_POLL_MS,
  });
  return { data: view.data, error: summary.error ?? view.error, refetch: summary.refetch };
}
