import { functionEnvironment, Loop } from '@timestep-ai/timestep';
import { createJsonReader } from '@timestep-ai/timestep/http';
import { RunnerError } from '@timestep-ai/timestep/port';
import { runAgent } from './agent-process.ts';
import { WAIT } from './messages/call-message.ts';
import { createInitiatorCard } from './card.ts';
import { initiator, SEND_MESSAGE, START_ID, createStartMessage } from './initiator.ts';
import { runProgram } from './run-program.ts';
import { createRunner } from './runner-choice.ts';
import { createSendTool } from './send-tool.ts';
import { readSettings } from './settings.ts';
import { readStartRequest } from './messages/start-request.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import { toInitiatorView } from './demo/views.ts';
import { createWorkflowId } from './workflow-status.ts';

const readJson = createJsonReader();

/** Agent A starts conversations, and sends each message after the previous message was answered. */
await runProgram('agent-a', async (log) => {
  const settings = readSettings(process.env);
  const { agentAUrl, stateDir } = settings;
  const telemetry = createTelemetry('agent-a', process.env);

  const sendMessage = createSendTool({ settings, telemetry, log });
  const tools = functionEnvironment({ [SEND_MESSAGE]: sendMessage });

  await runAgent({
    settings,
    port: settings.ports.agentA,
    card: createInitiatorCard(agentAUrl),
    served: new Loop({
      name: 'agent-a',
      agent: initiator,
      environments: { default: tools },
      toolSite: 'server',
    }),
    waiting: WAIT,
    log,
    telemetry,
    createRunner(onError) {
      return createRunner('embedded', {
        stateDir,
        name: 'agent-a',
        agents: [this.served],
        env: process.env,
        onError,
      });
    },
    view: toInitiatorView,
    onInbound({ taskId, content }) {
      const now = Date.now();
      telemetry.record({
        trace: 'a2a-reply-received',
        sessionId: taskId,
        observation: undefined,
        input: content,
        output: 'received',
        begun: now,
        ended: now,
      });
    },
    async route(request, door) {
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/tasks') return undefined;
      const body = await readJson(request);
      const read = body.ok
        ? readStartRequest(body.value)
        : { ok: false as const, message: body.message };
      if (!read.ok) return Response.json({ error: read.message }, { status: 400 });
      const { taskId, turns } = read;
      try {
        const came = await door.deliver(taskId, START_ID, createStartMessage(turns));
        if (came === 'new') log('task_started', { taskId, turns });
        const runId = (await door.find(taskId))?.id ?? '';
        return Response.json({ taskId, workflowId: createWorkflowId(taskId), runId });
      } catch (thrown) {
        if (!(thrown instanceof RunnerError)) throw thrown;
        const isConflict = thrown.code === 'duplicate-message' || thrown.code === 'task-finished';
        return Response.json({ error: thrown.message }, { status: isConflict ? 409 : 503 });
      }
    },
  });
});
