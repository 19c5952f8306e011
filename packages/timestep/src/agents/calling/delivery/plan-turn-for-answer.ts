import {
  NOTIFICATION_TURNS_META,
  getNotificationTurnCount,
  DEFAULT_MAX_AGENT_CALLS,
  HOPS_META,
  getRemainingBudget,
  omitUndefined,
  type DelegationBounds,
  type StartOptions,
  type Task,
} from '#core';

export type NextTurn =
  | { readonly begins: true; readonly start: StartOptions }
  | { readonly begins: false; readonly why: string };

/** Plans the caller's turn with the answer of a called task, in the budget of its last turn. */
export function planTurnForAnswer(
  lastTurnOfCaller: Task,
  { calledTaskId, bounds }: { readonly calledTaskId: string; readonly bounds: DelegationBounds },
): NextTurn {
  const arrivals = getNotificationTurnCount(lastTurnOfCaller.origin.metadata) + 1;
  const { maxCalls = DEFAULT_MAX_AGENT_CALLS } = bounds;
  if (arrivals > maxCalls) {
    return { begins: false, why: `${maxCalls} answers in a row have begun turns already` };
  }
  // The spending of the called task counts in the new turn, which receives its result.
  const { [calledTaskId]: _counted, ...delegated } = lastTurnOfCaller.delegated ?? {};
  const { delegation } = lastTurnOfCaller.origin;
  const { budget, missing } = getRemainingBudget({ ...lastTurnOfCaller, delegated }, bounds.budget);
  if (missing !== undefined) {
    return { begins: false, why: `the remaining budget is too small (${missing})` };
  }
  const { path = [] } = delegation ?? {};
  const next = delegation || budget ? omitUndefined({ path, budget }) : undefined;
  const hops = path.length > 0 ? path.length : undefined;
  const metadata = omitUndefined({ [NOTIFICATION_TURNS_META]: arrivals, [HOPS_META]: hops });
  const start = omitUndefined({ toolSite: 'server' as const, metadata, delegation: next });
  return { begins: true, start };
}
