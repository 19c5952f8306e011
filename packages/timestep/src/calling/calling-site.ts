import type { DelegationBounds } from '../core/index.ts';
import type { Clock, Runner } from '../port/index.ts';
import type { BridgeAgents } from './bridge.ts';

/** Where an agent calls others: on the runner of its own task. */
export interface CallingSite {
  /** Those that it may call. */
  readonly agents: BridgeAgents;
  /** Rejects where no program has said which runner that is. */
  readonly runner: () => Promise<Runner>;
  readonly clock: Clock;
  /** How far calls may go. */
  readonly bounds: DelegationBounds;
  /** Whether a person is beside the agent who can be asked. */
  readonly asks: boolean;
  /** The name by which the model calls the tool that calls agents. */
  readonly callName: string;
}
