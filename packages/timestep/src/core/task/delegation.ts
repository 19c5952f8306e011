import {
  intersectBudgets,
  NO_SPENDING,
  divideRemainingBudget,
  getTotalSpending,
  findExhaustedField,
  type Budget,
  type Spending,
} from './budget.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../data/json.ts';
import { omitUndefined } from '../data/omit-undefined.ts';

/** Default maximum length of a chain of agents that call each other. */
export const DEFAULT_MAX_HOPS = 4;

/** Default maximum number of agent calls in one task. */
export const DEFAULT_MAX_AGENT_CALLS = 100;

/** Metadata key for the number of agent calls that led to a message or tool call. */
export const HOPS_META = 'dev.timestep/hops';

/** Returns the number of agent calls that led to this message. Default: 0. */
export function getHopCount(metadata: unknown): number {
  const hops = isJsonObject(metadata) ? metadata[HOPS_META] : undefined;
  return typeof hops === 'number' && Number.isInteger(hops) && hops > 0 ? hops : 0;
}

/** The chain of agent calls that led to a task, and its budget. Sent with the message. */
export interface Delegation {
  /** Names of the agents, first caller first. The last agent sent the message. */
  readonly path: readonly string[];
  readonly budget?: Budget;
}

/** Limits on agents that call agents. */
export interface DelegationBounds {
  /** Maximum length of the call chain, including the next call. Default: 4. */
  readonly maxHops?: number;
  /** Maximum number of agent calls in one task, including the next call. Default: 100. */
  readonly maxCalls?: number;
  readonly budget?: Budget;
}

/** A call to another agent that the agent of a task wants to make. */
export interface AgentCall {
  readonly from?: Delegation;
  readonly caller: string;
  readonly callee: string;
  readonly callsBefore: number;
  /** Number of agent calls in the same reply, among which the remaining budget is divided. */
  readonly callsBeside: number;
  readonly spent: Spending;
}

/**
 * For an allowed call to another agent, its depth and budget; otherwise the reason for the refusal, as a
 * sentence for the model.
 */
export type DelegationVerdict =
  | { readonly allowed: true; readonly delegation: Delegation }
  | { readonly allowed: false; readonly reason: string };

/** Decides whether an agent may call another agent. */
export function judgeDelegation(call: AgentCall, bounds: DelegationBounds): DelegationVerdict {
  const { from, caller, callee, callsBefore, callsBeside, spent } = call;
  const { maxHops = DEFAULT_MAX_HOPS, maxCalls = DEFAULT_MAX_AGENT_CALLS } = bounds;
  const path = [...(from?.path ?? []), caller];
  if (path.includes(callee)) {
    return refuseDelegation(
      `agent ${callee} cannot be called, because it is waiting for this answer (${path.join(' called ')}): answer yourself`,
    );
  }
  if (path.length > maxHops) {
    return refuseDelegation(
      `this would be nested agent call ${path.length}, and only ${maxHops} are allowed: answer yourself`,
    );
  }
  if (callsBefore + callsBeside > maxCalls) {
    return refuseDelegation(
      `one task may call other agents at most ${maxCalls} times: answer yourself`,
    );
  }
  const budget = intersectBudgets(from?.budget ?? {}, bounds.budget ?? {});
  const share = divideRemainingBudget(budget, spent, Math.max(1, callsBeside));
  const missing = findExhaustedField(share, NO_SPENDING);
  if (missing !== undefined) {
    return refuseDelegation(
      `the remaining budget of the task is too small to call an agent (${missing}): answer with what you know`,
    );
  }
  const hasBounds = Object.keys(share).length > 0;
  return { allowed: true, delegation: { path, ...(hasBounds && { budget: share }) } };
}

/**
 * Returns the rest of a task's budget after its delegations, and the first field that is used up.
 */
export function getRemainingBudget(
  task: Parameters<typeof getTotalSpending>[0] & {
    readonly origin: { readonly delegation?: Delegation };
  },
  bound: Budget = {},
): { readonly budget?: Budget; readonly missing?: keyof Budget } {
  const budget = intersectBudgets(task.origin.delegation?.budget ?? {}, bound);
  if (Object.keys(budget).length === 0) return {};
  const left = divideRemainingBudget(budget, getTotalSpending(task), 1);
  const missing = findExhaustedField(left, NO_SPENDING);
  return { budget: left, ...(missing !== undefined && { missing }) };
}

/** Converts a delegation to JSON, which is sent with a message. */
export function delegationToJson({ path, budget }: Delegation): JsonObject {
  return { path: [...path], ...(budget && { budget: { ...budget } }) };
}

/** Parses the JSON that `delegationToJson` wrote. Undefined for any other value. */
export function parseDelegation(value: JsonValue | undefined): Delegation | undefined {
  if (!isJsonObject(value)) return undefined;
  const { path, budget } = value;
  if (!Array.isArray(path) || !path.every((one) => typeof one === 'string')) return undefined;
  if (budget === undefined) return { path };
  const read = parseBudget(budget);
  return read && { path, budget: read };
}

/** Parses a budget. Undefined if a field is not a number that is 0 or more. */
export function parseBudget(value: JsonValue): Budget | undefined {
  if (!isJsonObject(value)) return undefined;
  const { steps, tokens, cost_usd } = value;
  const bounds = Object.entries(omitUndefined({ steps, tokens, cost_usd }));
  const isBudget = bounds.every(([, bound]) => typeof bound === 'number' && bound >= 0);
  return isBudget ? Object.fromEntries(bounds) : undefined;
}

function refuseDelegation(reason: string): DelegationVerdict {
  return { allowed: false, reason };
}
