/**
 * OpenWorkflow on SQLite: each model and tool call is a step, an approval is `waitForSignal`.
 * https://openworkflow.dev/docs/core-concepts, https://openworkflow.dev/docs/advanced-patterns
 */
import { join } from 'node:path';
import { OpenWorkflow } from 'openworkflow';
import { BackendSqlite } from 'openworkflow/sqlite';
import { NEEDS_APPROVAL, type StartSubject } from '../subject.ts';
import { collect } from '../world.ts';

export const start: StartSubject = async ({ folder, world }) => {
  const backend = BackendSqlite.connect(join(folder, 'openworkflow.db'));
  const client = new OpenWorkflow({ backend });

  const work = client.defineWorkflow<{ task: string }, string>(
    { name: 'worker' },
    async ({ input: { task }, step }) => {
      for (let results = 0; ; results += 1) {
        const said = await step.run({ name: `model-${results}` }, async () => {
          const reply = await world.askModel(task, results);
          return reply.kind === 'call'
            ? reply
            : { kind: 'text' as const, text: await collect(reply.pieces) };
        });
        if (said.kind === 'text') return said.text;
        if (said.name === NEEDS_APPROVAL) {
          await step.waitForSignal({ name: 'approval', signal: `approval:${task}`, timeout: '1h' });
        }
        await step.run({ name: `tool-${results}` }, () =>
          world.performEffect(task, said.name, said.id),
        );
      }
    },
  );
  await client.newWorker({ concurrency: 10 }).start();

  const find = async (task: string) => {
    const { data } = await backend.listWorkflowRuns({ limit: 100 });
    return data.find(({ idempotencyKey }) => idempotencyKey === task);
  };
  return {
    async submit(task) {
      await work.run({ task }, { idempotencyKey: task });
    },
    async look(task) {
      const run = await find(task);
      if (!run) return { state: 'unknown' };
      if (run.status === 'completed' || run.status === 'succeeded') {
        return { state: 'ended', answer: String(run.output) };
      }
      if (run.status === 'failed' || run.status === 'canceled') {
        return { state: 'failed', reason: JSON.stringify(run.error) };
      }
      const { data } = await backend.listStepAttempts({ workflowRunId: run.id, limit: 100 });
      const waiting = data.find(
        ({ stepName, status }) => stepName === 'approval' && status === 'running',
      );
      return waiting ? { state: 'waiting', approval: waiting.id } : { state: 'working' };
    },
    async approve(task, approval) {
      const { workflowRunIds } = await client.sendSignal({
        signal: `approval:${task}`,
        data: { approved: true },
        idempotencyKey: approval,
      });
      if (workflowRunIds.length === 0) throw new Error('no workflow waits for the signal');
    },
    follow: undefined,
  };
};
