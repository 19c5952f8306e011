import type { Usage } from './message.ts';

/**
 * What a task may use, together with the tasks that it hands work to. A field that is absent has no bound.
 */
export interface Budget {
  /** Calls of models. */
  readonly steps?: number;
  /** Tokens of models, read and written. */
  readonly tokens?: number;
  /** US dollars; replies without a known price count as nothing. */
  readonly cost_usd?: number;
}

/** What was used of a budget. */
export type Spending = Required<Budget>;

/** Of a task that has not begun. */
export const NO_SPENDING: Spending = { steps: 0, tokens: 0, cost_usd: 0 };

const FIELDS = ['steps', 'tokens', 'cost_usd'] as const;

/** What a task has used by itself. */
export function spendingOf(task: {
  readonly steps: number;
  readonly usage: Usage;
  readonly costUsd: number | null;
}): Spending {
  return { steps: task.steps, tokens: task.usage.total_tokens, cost_usd: task.costUsd ?? 0 };
}

/** What a task has used together with the tasks that it waited for, as far as it knows. */
export function totalSpendingOf(
  task: Parameters<typeof spendingOf>[0] & {
    readonly delegated?: Readonly<Record<string, Spending>> | undefined;
  },
): Spending {
  return Object.values(task.delegated ?? {}).reduce(addSpending, spendingOf(task));
}

/** What two tasks have used together. */
export function addSpending(a: Spending, b: Spending): Spending {
  return {
    steps: a.steps + b.steps,
    tokens: a.tokens + b.tokens,
    cost_usd: a.cost_usd + b.cost_usd,
  };
}

/** The first field of a budget of which nothing is left. */
export function usedUp(budget: Budget, spent: Spending): keyof Budget | undefined {
  return FIELDS.find((field) => {
    const most = budget[field];
    return most !== undefined && spent[field] >= most;
  });
}

/** What is left of a budget, in equal parts; steps and tokens are whole numbers, never below 0. */
export function shareOf(budget: Budget, spent: Spending, parts: number): Budget {
  const left = (field: keyof Budget): number | undefined => {
    const most = budget[field];
    return most === undefined ? undefined : Math.max(0, most - spent[field]) / parts;
  };
  const [steps, tokens, dollars] = [left('steps'), left('tokens'), left('cost_usd')];
  return {
    ...(steps !== undefined && { steps: Math.floor(steps) }),
    ...(tokens !== undefined && { tokens: Math.floor(tokens) }),
    ...(dollars !== undefined && { cost_usd: dollars }),
  };
}

/** The smaller bound of each field. */
export function narrowest(a: Budget, b: Budget): Budget {
  const fields = FIELDS.flatMap((field): [string, number][] => {
    const bounds = [a[field], b[field]].filter((bound) => bound !== undefined);
    return bounds.length === 0 ? [] : [[field, Math.min(...bounds)]];
  });
  return Object.fromEntries(fields);
}
