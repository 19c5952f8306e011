import type { AgentFn } from '../../engine/port/index.ts';
import type { RateGate, WaitCallbacks } from './rate-gate.ts';

/** Wraps an agent so that its calls go through a shared rate gate. */
export function withRateGate(agent: AgentFn, gate: RateGate, waiting: WaitCallbacks): AgentFn {
  return (messages, context) => gate.call(() => agent(messages, context), context.signal, waiting);
}
