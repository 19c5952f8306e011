import { ProtocolError, ProtocolErrorCode, type Client } from '@modelcontextprotocol/client';
import { judgeHandoff, type HandoffPolicy } from '../handoff/judge.ts';
import {
  outcomeToSampling,
  parseSamplingHandoff,
  type HandoffOutcome,
} from '../handoff/sampling.ts';
import {
  formatHandoffFailure,
  type HandoffAnswer,
  type HandoffCall,
  type HandoffTarget,
} from '../handoff/target.ts';
import { rejectOnAbort } from './reject-on-abort.ts';

/** Calls the agent to which a handoff hands over. If it throws, the model receives the error's message. */
export type OnHandoff = (
  target: HandoffTarget,
  signal: AbortSignal,
  call?: HandoffCall,
) => Promise<HandoffAnswer>;

/** Running tool calls by their key, which handoff requests of the server name. */
export type HandoffCalls = ReadonlyMap<string, HandoffCall>;

/** Answers a server's handoff requests (MCP sampling). Its other sampling requests are rejected. */
export function registerHandoffHandler(
  client: Client,
  { onHandoff, policy, calls }: HandoffHandling,
): void {
  client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) => {
    const target = parseSamplingHandoff(params);
    if (!target) {
      const message = 'this client only answers handoffs: it has no model for sampling';
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const call = target.key === undefined ? undefined : calls.get(target.key);
    const run = (signal: AbortSignal) => onHandoff(target, signal, call);
    return outcomeToSampling(await callHandoffTargetIfAllowed(target, run, policy, mcpReq.signal));
  });
}

export interface HandoffHandling {
  readonly onHandoff: OnHandoff;
  readonly policy: HandoffPolicy;
  readonly calls: HandoffCalls;
}

/** Calls the agent of a handoff if the policy allows its address, which a model chose. */
async function callHandoffTargetIfAllowed(
  target: HandoffTarget,
  run: (signal: AbortSignal) => Promise<HandoffAnswer>,
  policy: HandoffPolicy,
  signal: AbortSignal,
): Promise<HandoffOutcome> {
  const verdict = judgeHandoff(target, policy);
  if (!verdict.allowed) return { ok: false, reason: verdict.reason };
  try {
    // The call must end when it is canceled, even if the callback ignores its signal.
    return { ok: true, answer: await rejectOnAbort(run(signal), signal) };
  } catch (thrown) {
    return { ok: false, reason: formatHandoffFailure(target.agentUri, thrown) };
  }
}
