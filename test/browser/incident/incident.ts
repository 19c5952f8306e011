import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TaskDetails, TaskTree } from '@timestep-ai/timestep/view';
import { programOf } from '../../interop/kill/program.ts';
import { sendMessage } from '../web.ts';

const TOKEN = 'token-of-the-incident';
/** Milliseconds until a person approves, and until the process is killed after that. */
const THINKING_MS = 4000;
const KILLED_AFTER_MS = 700;
const POLL_MS = 50;

/** A run of four agents, in which a person approved a call and the process was killed during it. */
export interface Incident {
  readonly taskId: string;
  /** Address of the run on the page, with the token. `step`: the chosen row. */
  readonly getAddress: (step?: string) => string;
  readonly readTree: () => Promise<TaskTree>;
  readonly close: () => Promise<void>;
}

export async function openIncident(): Promise<Incident> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-incident-'));
  const file = join(import.meta.dirname, 'incident-process.ts');
  const program = programOf({
    name: 'the incident',
    folder,
    run: (port) => ({
      args: [file, port, join(folder, 'tasks.db'), join(folder, 'agents'), TOKEN],
      env: {},
    }),
  });
  await program.start();
  const request = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${program.url}/ui/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { taskId } = await sendMessage(
    `${program.url}/agents/incident`,
    'Checkout fails since nine. What happened?',
  );
  const until = async (state: TaskDetails['state']): Promise<void> => {
    while ((await request<TaskDetails>(`/tasks/${taskId}`)).state !== state) await pause(POLL_MS);
  };
  await until('input-required');
  await pause(THINKING_MS);
  const approvals = [{ callId: 'c0', approved: true }];
  await request(`/tasks/${taskId}/messages`, { messageId: 'approval', approvals });
  await pause(KILLED_AFTER_MS);
  await program.kill();
  await program.start();
  await until('completed');
  return {
    taskId,
    getAddress: (step) => {
      const query = step === undefined ? '' : `?step=${encodeURIComponent(step)}`;
      return `${program.url}/ui/tasks/${taskId}${query}#token=${TOKEN}`;
    },
    readTree: () => request<TaskTree>(`/tasks/${taskId}/tree`),
    async close() {
      await program.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
