import type { Usage } from '../message/message.ts';

/** Limits on a task and the tasks that it delegates to. An undefined field has no limit. */
export interface Budget {
  readonly steps?: number;
  /** Maximum number of model tokens, input and output together. */
  readonly tokens?: number;
  /** Maximum cost in US dollars. A reply without a known price counts as 0. */
  readonly cost_usd?: number;
}

/** What has been spent of a budget. */
export type Spending = Required<Budget>;

/** Spending (steps, tokens, cost) of a task that has not started. */
export const NO_SPENDING: Spending = { steps: 0, tokens: 0, cost_usd: 0 };

const FIELDS = ['steps', 'tokens', 'cost_usd'] as const;

/** Returns the steps, tokens and cost of the task itself, without other tasks. */
export function getOwnSpending(task: {
  readonly steps: number;
  readonly usage: Usage;
  readonly costUsd: number | null;
}): Spending {
  return { steps: task.steps, tokens: task.usage.total_tokens, cost_usd: task.costUsd ?? 0 };
}

/** Returns the steps, tokens and cost of a task and of the tasks it waited for, if reported. */
export function getTotalSpending(
  task: Parameters<typeof getOwnSpending>[0] & {
    readonly delegated?: Readonly<Record<string, Spending>> | undefined;
  },
): Spending {
  return Object.values(task.delegated ?? {}).reduce(addSpending, getOwnSpending(task));
}

/** Adds the steps, tokens and costs of two tasks. */
export function addSpending(a: Spending, b: Spending): Spending {
  return {
    steps: a.steps + b.steps,
    tokens: a.tokens + b.tokens,
    cost_usd: a.cost_usd + b.cost_usd,
  };
}

/** Returns the first field of a budget that is used up. */
export function findExhaustedField(budget: Budget, spent: Spending): keyof Budget | undefined {
  return FIELDS.find((field) => {
    const most = budget[field];
    return most !== undefined && spent[field] >= most;
  });
}

/** Returns one of `parts` equal shares of the remaining budget. Steps and tokens are integers. */
export function divideRemainingBudget(budget: Budget, spent: Spending, parts: number): Budget {
  const fields = FIELDS.flatMap((field): [string, number][] => {
    const most = budget[field];
    if (most === undefined) return [];
    const share = Math.max(0, most - spent[field]) / parts;
    return [[field, field === 'cost_usd' ? share : Math.floor(share)]];
  });
  return Object.fromEntries(fields);
}

/** Returns the smaller of two limits for each field of a budget. */
export function intersectBudgets(a: Budget, b: Budget): Budget {
  const fields = FIELDS.flatMap((field): [string, number][] => {
    const bounds = [a[field], b[field]].filter((bound) => bound !== undefined);
    return bounds.length === 0 ? [] : [[field, Math.min(...bounds)]];
  });
  return Object.fromEntries(fields);
}
