import type { Fields } from './fields.ts';

/** How much a server may ask of the agent's model while its tools are called. */
export interface SamplingBudget {
  readonly maxCalls: number;
  readonly maxTokens: number;
}

const DEFAULT_BUDGET: SamplingBudget = { maxCalls: 5, maxTokens: 20_000 };

/** Reads `sampling`: `true`, or a budget; absent and `false` grant nothing. */
export function samplingIn(server: Fields): SamplingBudget | undefined {
  const given = server.value['sampling'];
  if (given === undefined || given === null || typeof given === 'boolean') {
    return given === true ? DEFAULT_BUDGET : undefined;
  }
  if (typeof given !== 'object') {
    server.wrong('sampling', 'must be true, or as { "maxCalls": 5, "maxTokens": 20000 }');
    return undefined;
  }
  const budget = server.inside('sampling');
  return {
    maxCalls: budget.number('maxCalls', 1, 1000) ?? DEFAULT_BUDGET.maxCalls,
    maxTokens: budget.number('maxTokens', 1, 10_000_000) ?? DEFAULT_BUDGET.maxTokens,
  };
}

/** Reads `roots`: `true` for the agent's folder, or paths from there; absent and `false` tell of none. */
export function rootsIn(
  server: Fields,
  resolved: (path: string) => string,
): readonly string[] | undefined {
  const given = server.value['roots'];
  if (given === undefined || given === null || typeof given === 'boolean') {
    return given === true ? [resolved('.')] : undefined;
  }
  return server.texts('roots')?.map(resolved);
}
