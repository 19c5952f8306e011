import type { AgentFn } from '../../port/index.ts';
import type { RateGate, Waiting } from './rate-gate.ts';

/** An agent whose calls go through a gate that it shares with others. */
export function pacedAgent(agent: AgentFn, gate: RateGate, waiting: Waiting): AgentFn {
  return (messages, context) => gate.call(() => agent(messages, context), context.signal, waiting);
}
