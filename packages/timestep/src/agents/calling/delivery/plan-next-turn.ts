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

/** Plans the turn that the end of the task `taskId` begins, within the budget of `before`. */
export function planNextTurn(
  before: Task,
  { taskId, bounds }: { readonly taskId: string; readonly bounds: DelegationBounds },
): NextTurn {
  const arrivals = getNotificationTurnCount(before.origin.metadata) + 1;
  const { maxCalls = DEFAULT_MAX_AGENT_CALLS } = bounds;
  if (arrivals > maxCalls) {
    return { begins: false, why: `${maxCalls} answers in a row have begun turns already` };
  }
  // The spending of the called task counts in the new turn, which receives its result.
  const { [taskId]: _counted, ...delegated } = before.delegated ?? {};
  const { delegation } = before.origin;
  const { budget, missing } = getRemainingBudget({ ...before, delegated }, bounds.budget);
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
