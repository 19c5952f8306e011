import {
  narrowest,
  NO_SPENDING,
  shareOf,
  totalSpendingOf,
  usedUp,
  type Budget,
  type Spending,
} from './budget.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** The longest chain of agents that call each other, where no bound is given. */
export const DEFAULT_MAX_HOPS = 4;

/** The calls of agents that one task may make, where no bound is given. */
export const DEFAULT_MAX_AGENT_CALLS = 100;

/** The key of metadata that says how many calls of agents led to a message or to a call. */
export const HOPS_META = 'dev.timestep/hops';

/** How many calls of agents led here, by metadata; 0 where they have no such number. */
export function hopsOf(metadata: unknown): number {
  const hops = isJsonObject(metadata) ? metadata[HOPS_META] : undefined;
  return typeof hops === 'number' && Number.isInteger(hops) && hops > 0 ? hops : 0;
}

/** Which calls of agents led to a task, and what the task may use. It travels with the message. */
export interface Delegation {
  /** The agents that called each other, the first one first; the last one has sent the message. */
  readonly path: readonly string[];
  readonly budget?: Budget;
}

/** How far calls of agents by agents may go. */
export interface DelegationBounds {
  /** Calls in a row, counting the next one. Default 4. */
  readonly maxHops?: number;
  /** Calls of agents in one task, counting the next one. Default 100. */
  readonly maxCalls?: number;
  /** What a task may use together with those that it hands work to. */
  readonly budget?: Budget;
}

/** A call of an agent that the agent of a task wants to make. */
export interface AgentCall {
  /** What led to the task; absent where the task was not begun by an agent. */
  readonly from?: Delegation;
  readonly caller: string;
  readonly callee: string;
  /** Calls of agents that the task has made before this reply. */
  readonly callsBefore: number;
  /** Calls of agents in this reply, among which what is left is divided. */
  readonly callsBeside: number;
  /** What the task and those that it handed work to have used. */
  readonly spent: Spending;
}

/** Whether an agent may be called, and with what; else a sentence for the model. */
export type DelegationVerdict =
  | { readonly allowed: true; readonly delegation: Delegation }
  | { readonly allowed: false; readonly reason: string };

/** Decides whether an agent may call another one. */
export function judgeDelegation(wanted: AgentCall, bounds: DelegationBounds): DelegationVerdict {
  const { from, caller, callee, callsBefore, callsBeside, spent } = wanted;
  const { maxHops = DEFAULT_MAX_HOPS, maxCalls = DEFAULT_MAX_AGENT_CALLS } = bounds;
  const path = [...(from?.path ?? []), caller];
  if (path.includes(callee)) {
    return refused(`${callee} waits for this answer already (${path.join(', ')}): answer yourself`);
  }
  if (path.length > maxHops) {
    return refused(
      `this would be call ${path.length} in a row and only ${maxHops} are allowed: answer yourself`,
    );
  }
  if (callsBefore + callsBeside > maxCalls) {
    return refused(`only ${maxCalls} calls of agents are allowed in one task: answer yourself`);
  }
  const budget = narrowest(from?.budget ?? {}, bounds.budget ?? {});
  const share = shareOf(budget, spent, Math.max(1, callsBeside));
  const missing = usedUp(share, NO_SPENDING);
  if (missing !== undefined) {
    return refused(`too little is left of the budget (${missing}): answer with what you know`);
  }
  const hasBounds = Object.keys(share).length > 0;
  return { allowed: true, delegation: { path, ...(hasBounds && { budget: share }) } };
}

/** What a task and those that it handed work to have left, and the first field of which nothing is. */
export function leftOf(
  task: Parameters<typeof totalSpendingOf>[0] & {
    readonly origin: { readonly delegation?: Delegation };
  },
  bound: Budget = {},
): { readonly budget?: Budget; readonly missing?: keyof Budget } {
  const budget = narrowest(task.origin.delegation?.budget ?? {}, bound);
  if (Object.keys(budget).length === 0) return {};
  const left = shareOf(budget, totalSpendingOf(task), 1);
  const missing = usedUp(left, NO_SPENDING);
  return { budget: left, ...(missing !== undefined && { missing }) };
}

/** A delegation as data that travels with a message. */
export function delegationToJson({ path, budget }: Delegation): JsonObject {
  return { path: [...path], ...(budget && { budget: { ...budget } }) };
}

/** Reads what `delegationToJson` wrote; `undefined` where it is anything else. */
export function delegationFromJson(value: JsonValue | undefined): Delegation | undefined {
  if (!isJsonObject(value)) return undefined;
  const { path, budget } = value;
  if (!Array.isArray(path) || !path.every((one) => typeof one === 'string')) return undefined;
  if (budget === undefined) return { path };
  const read = budgetFromJson(budget);
  return read && { path, budget: read };
}

/** Reads a budget; `undefined` where a field is not a number that is 0 or more. */
export function budgetFromJson(value: JsonValue): Budget | undefined {
  if (!isJsonObject(value)) return undefined;
  const { steps, tokens, cost_usd: dollars } = value;
  for (const bound of [steps, tokens, dollars]) {
    if (bound !== undefined && !(typeof bound === 'number' && bound >= 0)) return undefined;
  }
  return {
    ...(typeof steps === 'number' && { steps }),
    ...(typeof tokens === 'number' && { tokens }),
    ...(typeof dollars === 'number' && { cost_usd: dollars }),
  };
}

function refused(reason: string): DelegationVerdict {
  return { allowed: false, reason };
}
