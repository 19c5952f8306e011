import {
  readArguments,
  type AssistantMessage,
  type GuardRecord,
  type JsonObject,
  type JudgedCall,
  type RefusedCall,
} from '../core/index.ts';
import type {
  Guard,
  Judgement,
  JudgeRequest,
  ToolEnvironment,
  ToolInvocation,
} from '../port/index.ts';
import { passGuards, type Passed } from './pass-guards.ts';

/** Who judges calls. */
export interface JudgeSite {
  readonly environment: ToolEnvironment;
  readonly guards: readonly Guard[];
  readonly request: JudgeRequest;
}

/**
 * What guards and the rules of an environment say about the calls of a reply. A call is judged once,
 * with the reply, so that a crash between the reply and the call changes nothing. Calls that are
 * refused, and calls whose arguments cannot be read, are not judged.
 */
export function judgedCalls(
  message: AssistantMessage,
  refused: readonly RefusedCall[],
  site: JudgeSite,
): Promise<SaidOfCalls> | SaidOfCalls {
  const isJudged = site.environment.judgeCall !== undefined || site.guards.length > 0;
  return isJudged ? judgedInTurn(message, refused, site) : NOTHING_SAID;
}

/** What is said of the calls of a reply. */
export interface SaidOfCalls {
  readonly judged: readonly JudgedCall[];
  readonly records: readonly GuardRecord[];
}

export const NOTHING_SAID: SaidOfCalls = { judged: [], records: [] };

async function judgedInTurn(
  { tool_calls = [] }: AssistantMessage,
  refused: readonly RefusedCall[],
  site: JudgeSite,
): Promise<SaidOfCalls> {
  const judged: JudgedCall[] = [];
  const records: GuardRecord[] = [];
  for (const { id: callId, function: called } of tool_calls) {
    const args = readArguments(called.arguments);
    if (!args || refused.some((one) => one.callId === callId)) continue;
    const invocation = { id: callId, name: called.name, arguments: args };
    const passed = await passGuards<JsonObject>(
      site.guards,
      { phase: 'before-tool', callId },
      args,
      (guard, left) => guard.beforeTool?.({ ...invocation, arguments: left }, site.request),
    );
    records.push(...passed.records);
    const left = { ...invocation, arguments: passed.thing };
    const judgement = joined(passed, await judgementOf(site.environment, left, site.request));
    if (!judgement) continue;
    const { verdict, reason, arguments: changed = passed.thing } = judgement;
    judged.push({
      callId,
      ...(verdict && { verdict }),
      ...(reason !== undefined && { reason }),
      ...(changed !== args && { arguments: JSON.stringify(changed) }),
    });
  }
  return { judged, records };
}

/** What guards and rules say together: of two verdicts the stricter one. */
function joined(
  { stop, records }: Passed<JsonObject>,
  judgement: Judgement | undefined,
): Partial<Judgement> | undefined {
  if (stop?.action === 'block') return { verdict: 'deny', reason: stop.reason };
  if (stop && judgement?.verdict !== 'deny') {
    return { ...judgement, verdict: 'ask', reason: stop.reason };
  }
  const isChanged = records.some(({ action }) => action === 'change');
  return judgement ?? (isChanged ? {} : undefined);
}

/** Rules that fail do not let a call through. */
async function judgementOf(
  environment: ToolEnvironment,
  invocation: ToolInvocation,
  request: JudgeRequest,
): Promise<Judgement | undefined> {
  try {
    return await environment.judgeCall?.(invocation, request);
  } catch {
    return { verdict: 'deny', reason: 'the call was not made, because its rules failed' };
  }
}
