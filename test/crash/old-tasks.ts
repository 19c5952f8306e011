import { createSqliteRunner } from '@timestep-ai/timestep/runner';
import { createAgents } from './agents.ts';
import { MEASURED } from './scenario.ts';

/** Ids of tasks from long before the story. */
export interface OldTasks {
  /** Those that ended, and are to be erased. */
  readonly gone: readonly string[];
  /** Those that wait, and hold contents of the others. */
  readonly kept: readonly string[];
}

export const NO_OLD_TASKS: OldTasks = { gone: [], kept: [] };

/** Of its own: what the story measures would otherwise stand in for contents that were erased. */
const LONG_AGO = `long ago ${MEASURED}`;

const TWO_DAYS_MS = 48 * 3600 * 1000;

const never = new AbortController().signal;

/** Makes a database with tasks that were last worked on two days ago. */
export async function makeOldTasks(path: string): Promise<OldTasks> {
  const agents = createAgents(
    async () => 'applied',
    async () => '',
    async () => ({ content: '' }),
    async () => undefined,
  );
  const clock = {
    now: () => Date.now() - TWO_DAYS_MS,
    schedule: () => () => undefined,
  };
  const runner = createSqliteRunner({ path, agents, clock, synchronous: 'NORMAL' });
  const sender = { agent: 'caller', principal: 'somebody' };

  async function begun(messageId: string, content: string): Promise<string> {
    const message = { role: 'user', content } as const;
    const { id } = await runner.submit({ ...sender, messageId, message });
    await runner.waitUntilSettled(id, never);
    return id;
  }

  const [ended, waiting] = [await begun('old-1', 'measure'), await begun('old-2', LONG_AGO)];
  const results = [{ callId: 'call-measure', output: LONG_AGO }];
  await runner.submit({ ...sender, taskId: ended, messageId: 'old-3', results });
  await runner.waitUntilSettled(ended, never);
  await runner.close(1000);
  return { gone: [ended], kept: [waiting] };
}
