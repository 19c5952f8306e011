import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readState, sendMessage } from './call-desk.ts';
import { createProgram } from './program.ts';

const TOKEN = 'token-of-the-incident';
const POLL_MS = 50;

/** Milliseconds until the person approves, and until the server is killed after that. */
export interface Pace {
  readonly thinkingMs: number;
  readonly killedAfterMs: number;
}

const USUAL_PACE: Pace = { thinkingMs: 4000, killedAfterMs: 700 };

/** A run of four agents on two servers, in which a person approved a call and a server was killed during it. */
export interface Incident {
  readonly taskId: string;
  readonly database: string;
  /** Address of the run on the page, with the token. */
  readonly getAddress: () => string;
  /** The rollbacks that were made. */
  readonly readRollbacks: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function openIncident({
  thinkingMs,
  killedAfterMs,
}: Pace = USUAL_PACE): Promise<Incident> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-incident-'));
  const archive = createProgram('archive.ts', () => [folder]);
  const desk = createProgram('desk.ts', () => [
    folder,
    `${archive.getUrl()}/agents/archive`,
    TOKEN,
  ]);
  await archive.start();
  await desk.start();
  const address = `${desk.getUrl()}/agents/incident`;
  const { id: taskId } = await sendMessage(address, 'Checkout fails since nine. What happened?');
  const waitFor = async (state: string): Promise<void> => {
    for (;;) {
      const found = await readState(address, taskId);
      if (found === state) return;
      if (/FAILED|REJECTED|CANCELED/.test(found)) throw new Error(`the task is ${found}`);
      await pause(POLL_MS);
    }
  };
  await waitFor('TASK_STATE_INPUT_REQUIRED');
  await pause(thinkingMs);
  await sendMessage(address, 'yes', taskId);
  await pause(killedAfterMs);
  await desk.kill();
  await desk.start();
  await waitFor('TASK_STATE_COMPLETED');
  return {
    taskId,
    database: join(folder, 'tasks.db'),
    getAddress: () => `${desk.getUrl()}/ui/tasks/${taskId}#token=${TOKEN}`,
    readRollbacks: () =>
      readFileSync(join(folder, 'rollbacks.jsonl'), 'utf8').trimEnd().split('\n'),
    async close() {
      await Promise.all([desk.kill(), archive.kill()]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
