import { setTimeout as pause } from 'node:timers/promises';
import type { BridgeClient, BridgeReport } from './bridge-client.ts';

/** The steps of a journey, from the request to the repeated answer. */
export const STEPS = ['asked', 'question', 'answered', 'decision', 'decided', 'told'] as const;
export type Step = (typeof STEPS)[number];

export interface Journey {
  /** A unique day, by which bookings are counted. */
  readonly day: string;
  readonly agent: string;
  readonly client: BridgeClient;
  /** Called at a step, before the journey continues. */
  readonly at: (step: Step) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface Planned {
  readonly day: string;
  readonly task: string;
  readonly report: BridgeReport;
  /** The answer that the handle returned later. */
  readonly again: BridgeReport;
}

const LOOK_MS = 100;
const ENDED: readonly string[] = ['completed', 'failed', 'canceled', 'rejected'];

/**
 * Plans a journey like a program with Timestep's MCP tools, with the handle from its first call.
 */
export async function plan({ day, agent, client, at, signal }: Journey): Promise<Planned> {
  let calls = 0;
  const call = (tool: string, args: object): Promise<BridgeReport> => {
    calls += 1;
    return client.call(tool, { wait_s: 0, ...args }, `${day} ${calls}`, signal);
  };
  const look = (task: string) => call('get_task', { task, wait_s: 2 });

  /** Waits until the task requests this input. Throws if it ends before. */
  async function asking(task: string, what: RegExp): Promise<void> {
    for (;;) {
      const report = await look(task);
      if (what.test(JSON.stringify([report.question, report.approvals]))) return;
      if (ENDED.includes(report.state))
        throw new Error(`it ended early: ${JSON.stringify(report)}`);
      await pause(LOOK_MS, undefined, { signal });
    }
  }

  async function ended(task: string): Promise<BridgeReport> {
    for (;;) {
      const report = await look(task);
      if (ENDED.includes(report.state)) return report;
      await pause(LOOK_MS, undefined, { signal });
    }
  }

  const { task } = await call('call_agent', { agent, message: 'Plan a journey to Lisbon.' });
  await at('asked');
  await asking(task, /On which day/);
  await at('question');
  await call('answer_task', { task, message: day });
  await at('answered');
  await asking(task, /desk_book/);
  await at('decision');
  await call('answer_task', { task, message: 'yes' });
  await at('decided');
  const report = await ended(task);
  await at('told');
  return { day, task, report, again: await look(task) };
}
