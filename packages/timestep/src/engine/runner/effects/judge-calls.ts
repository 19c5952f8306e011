import {
  parseArguments,
  type AssistantMessage,
  type GuardRecord,
  type JsonObject,
  type CallJudgment,
  type RefusedCall,
} from '#core';
import type {
  Guard,
  CallRuling,
  CallRulingRequest,
  ToolEnvironment,
  ToolInvocation,
} from '#engine/port';
import { applyGuards, type GuardedValue } from './apply-guards.ts';

export interface JudgeDeps {
  readonly environment: ToolEnvironment;
  readonly guards: readonly Guard[];
  readonly request: CallRulingRequest;
}

/**
 * Decides about the calls of a reply before the reply is recorded, so that a crash between calls
 * changes no decision.
 */
export function judgeCalls(
  message: AssistantMessage,
  refused: readonly RefusedCall[],
  deps: JudgeDeps,
): Promise<CallJudgments> | CallJudgments {
  const isJudged = deps.environment.judgeCall !== undefined || deps.guards.length > 0;
  return isJudged ? judgeCallsInOrder(message, refused, deps) : NO_JUDGMENTS;
}

export interface CallJudgments {
  readonly judged: readonly CallJudgment[];
  readonly records: readonly GuardRecord[];
}

export const NO_JUDGMENTS: CallJudgments = { judged: [], records: [] };

async function judgeCallsInOrder(
  { tool_calls = [] }: AssistantMessage,
  refused: readonly RefusedCall[],
  deps: JudgeDeps,
): Promise<CallJudgments> {
  const judged: CallJudgment[] = [];
  const records: GuardRecord[] = [];
  for (const { id: callId, function: called } of tool_calls) {
    const args = parseArguments(called.arguments);
    if (!args || refused.some((one) => one.callId === callId)) continue;
    const invocation = { id: callId, name: called.name, arguments: args };
    const passed = await applyGuards<JsonObject>(
      deps.guards,
      { phase: 'before-tool', callId },
      args,
      (guard, left) => guard.beforeTool?.({ ...invocation, arguments: left }, deps.request),
    );
    records.push(...passed.records);
    const left = { ...invocation, arguments: passed.value };
    const judgement = combineRulings(
      passed,
      await loadEnvironmentRuling(deps.environment, left, deps.request),
    );
    if (!judgement) continue;
    const { verdict, reason, arguments: changed = passed.value } = judgement;
    judged.push({
      callId,
      ...(verdict && { verdict }),
      ...(reason !== undefined && { reason }),
      ...(changed !== args && { arguments: JSON.stringify(changed) }),
    });
  }
  return { judged, records };
}

/** Combines the decisions of guards and permission rules. The stricter of two verdicts counts. */
function combineRulings(
  { stoppedBy, records }: GuardedValue<JsonObject>,
  environmentRuling: CallRuling | undefined,
): Partial<CallRuling> | undefined {
  if (stoppedBy?.action === 'block') return { verdict: 'deny', reason: stoppedBy.reason };
  if (stoppedBy && environmentRuling?.verdict !== 'deny') {
    return { ...environmentRuling, verdict: 'ask', reason: stoppedBy.reason };
  }
  const isChanged = records.some(({ action }) => action === 'change');
  return environmentRuling ?? (isChanged ? {} : undefined);
}

/** Returns the decision of the environment's permission rules. If the rules fail, the call is denied. */
async function loadEnvironmentRuling(
  environment: ToolEnvironment,
  invocation: ToolInvocation,
  request: CallRulingRequest,
): Promise<CallRuling | undefined> {
  try {
    return await environment.judgeCall?.(invocation, request);
  } catch {
    return {
      verdict: 'deny',
      reason: 'the call was not made, because the rules could not be evaluated',
    };
  }
}
