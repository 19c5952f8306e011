import {
  readArguments,
  type AssistantMessage,
  type JudgedCall,
  type RefusedCall,
} from '../core/index.ts';
import type { Judgement, JudgeRequest, ToolEnvironment, ToolInvocation } from '../port/index.ts';

/**
 * What the rules of an environment say about the calls of a reply. A call is judged once, with the
 * reply, so that a crash between the reply and the call changes nothing. Calls that are refused, and
 * calls whose arguments cannot be read, are not judged.
 */
export async function judgedCalls(
  { tool_calls = [] }: AssistantMessage,
  refused: readonly RefusedCall[],
  environment: ToolEnvironment,
  request: JudgeRequest,
): Promise<readonly JudgedCall[]> {
  if (environment.judgeCall === undefined) return [];
  const judged: JudgedCall[] = [];
  for (const { id: callId, function: called } of tool_calls) {
    const args = readArguments(called.arguments);
    if (!args || refused.some((one) => one.callId === callId)) continue;
    const invocation = { id: callId, name: called.name, arguments: args };
    const judgement = await judgementOf(environment, invocation, request);
    if (!judgement) continue;
    const { verdict, reason, arguments: changed } = judgement;
    judged.push({
      callId,
      verdict,
      ...(reason !== undefined && { reason }),
      ...(changed && { arguments: JSON.stringify(changed) }),
    });
  }
  return judged;
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
