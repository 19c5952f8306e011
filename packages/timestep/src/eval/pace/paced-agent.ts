import type { AgentFn } from '../../engine/port/index.ts';
import type { RateGate, WaitCallbacks } from './rate-gate.ts';

export function withRateGate(agent: AgentFn, gate: RateGate, waiting: WaitCallbacks): AgentFn {
  return (messages, context) => gate.call(() => agent(messages, context), context.signal, waiting);
}
