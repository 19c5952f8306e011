import {
  NOTIFICATION_TURNS_META,
  countNotificationTurns,
  DEFAULT_MAX_AGENT_CALLS,
  HOPS_META,
  getRemainingBudget,
  type Delegation,
  type DelegationBounds,
  type StartOptions,
  type Task,
} from '../../core/index.ts';

/** What the turn that an arrival begins starts with, or why it does not begin. */
export type NextTurn =
  | { readonly begins: true; readonly start: StartOptions }
  | { readonly begins: false; readonly why: string };

/**
 * The turn after `before` in its conversation that begins because the task `taskId` of another agent has
 * ended. It is bounded by what `before` has left, and there are only so many in a row.
 */
export function nextTurn(
  before: Task,
  { taskId, bounds }: { readonly taskId: string; readonly bounds: DelegationBounds },
): NextTurn {
  const arrivals = countNotificationTurns(before.origin.metadata) + 1;
  const { maxCalls = DEFAULT_MAX_AGENT_CALLS } = bounds;
  if (arrivals > maxCalls) {
    return { begins: false, why: `${maxCalls} answers in a row have begun turns already` };
  }
  // What the other task has used counts in the new turn, which hears of all of it.
  const { [taskId]: _counted, ...delegated } = before.delegated ?? {};
  const { delegation } = before.origin;
  const { budget, missing } = getRemainingBudget({ ...before, delegated }, bounds.budget);
  if (missing !== undefined) {
    return { begins: false, why: `the remaining budget is too small (${missing})` };
  }
  const { path = [] } = delegation ?? {};
  const next: Delegation | undefined =
    delegation || budget ? { path, ...(budget && { budget }) } : undefined;
  return {
    begins: true,
    start: {
      toolSite: 'server',
      metadata: {
        [NOTIFICATION_TURNS_META]: arrivals,
        ...(path.length > 0 && { [HOPS_META]: path.length }),
      },
      ...(next && { delegation: next }),
    },
  };
}
