import type { Runner, ServedAgents } from '../port/index.ts';

/** Makes a runner that serves these agents, which may change; each case gets a fresh one and closes it. */
export type CreateRunner = (agents: ServedAgents) => Runner | Promise<Runner>;

/** One case of the suite: it rejects where the runner does not behave as it should. */
export interface RunnerCase {
  readonly name: string;
  run(create: CreateRunner): Promise<void>;
}
