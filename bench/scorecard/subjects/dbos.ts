/**
 * DBOS on PostgreSQL: each model and tool call is a step, an approval is `DBOS.recv`, the answer is a
 * durable stream. https://docs.dbos.dev/ai/streaming,
 * https://docs.dbos.dev/typescript/tutorials/workflow-communication
 */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { NEEDS_APPROVAL, type StartSubject } from '../subject.ts';
import { collect } from '../world.ts';

const YES = 'yes';
const ASKED = 'asked';
const ANSWER = 'answer';
/** What a restart recovers is enqueued before it runs. */
const RUNNING: readonly string[] = ['PENDING', 'ENQUEUED', 'DELAYED'];
const LONGEST_WAIT_S = 3600;

export const start: StartSubject = async ({ server, world }) => {
  DBOS.setConfig({ name: 'scorecard', systemDatabaseUrl: server, logLevel: 'error' });

  const work = DBOS.registerWorkflow(
    async (task: string) => {
      for (let results = 0; ; results += 1) {
        const said = await DBOS.runStep(
          async () => {
            const reply = await world.askModel(task, results);
            if (reply.kind === 'call') return reply;
            const text = await collect(reply.pieces, (piece) => DBOS.writeStream(ANSWER, piece));
            return { kind: 'text' as const, text };
          },
          { name: `model-${results}` },
        );
        if (said.kind === 'text') {
          await DBOS.closeStream(ANSWER);
          return said.text;
        }
        if (said.name === NEEDS_APPROVAL) {
          await DBOS.setEvent(ASKED, said.id);
          await DBOS.recv(YES, LONGEST_WAIT_S);
          await DBOS.setEvent(ASKED, '');
        }
        await DBOS.runStep(() => world.performEffect(task, said.name, said.id), {
          name: `tool-${results}`,
        });
      }
    },
    { name: 'worker' },
  );
  await DBOS.launch();

  return {
    async submit(task) {
      await DBOS.startWorkflow(work, { workflowID: task })(task);
    },
    async look(task) {
      const status = await DBOS.getWorkflowStatus(task);
      if (!status) return { state: 'unknown' };
      if (status.status === 'SUCCESS') return { state: 'ended', answer: String(status.output) };
      if (!RUNNING.includes(status.status)) return { state: 'failed', reason: status.status };
      const approval = await DBOS.getEvent<string>(task, ASKED, 0);
      return approval ? { state: 'waiting', approval } : { state: 'working' };
    },
    approve: (task, approval) => DBOS.send(task, approval, YES, approval),
    async *follow(task, from) {
      for await (const text of DBOS.readStream<string>(task, ANSWER, { offset: from }))
        yield { text };
    },
  };
};
