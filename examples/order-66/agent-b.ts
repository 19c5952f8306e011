import { parseArgs } from 'node:util';
import { createAgent, functionEnvironment, Loop } from '@timestep-ai/timestep';
import type { Runner } from '@timestep-ai/timestep/port';
import { runAgent } from './agent-process.ts';
import { WAIT } from './messages/call-message.ts';
import { createResponderCard } from './card.ts';
import { createCloneCommander } from './clone-commander.ts';
import { createOrder66Tool } from './order-66-tool.ts';
import { runProgram } from './run-program.ts';
import { EXECUTE_ORDER_66, SEND_REPLY } from './responder.ts';
import { createRunner, parseRunnerChoice } from './runner-choice.ts';
import { createReplyTool } from './reply-tool.ts';
import { createReplyCourier } from './messages/reply-courier.ts';
import { sendUntilReceived } from './messages/send.ts';
import { readSettings } from './settings.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import { toResponderView } from './demo/views.ts';

/** The agent whose tasks deliver the replies. */
const COURIER = 'agent-b-replies';

/** Agent B answers every message with a model, and executes Order 66. */
await runProgram('agent-b', async (log) => {
  const { values } = parseArgs({ options: { runner: { type: 'string', default: 'embedded' } } });
  const choice = parseRunnerChoice(values.runner);
  const settings = readSettings(process.env);
  const { agentBUrl, retry, stateDir } = settings;
  const telemetry = createTelemetry('agent-b', process.env);
  const modelName = process.env['LM_STUDIO_MODEL'] || 'scripted';
  const baseUrl = process.env['LM_STUDIO_BASE_URL'] || 'http://127.0.0.1:1234/v1';

  const model = createAgent({
    model: `lmstudio/${modelName}`,
    baseUrl,
    stream: false,
    timeoutS: 60,
    retries: 2,
  });

  const courier = createReplyCourier(COURIER, async (to, message, signal) => {
    const sent = await sendUntilReceived(to, message, { log, retry, telemetry, signal });
    const { taskId, messageId } = message;
    if (sent.outcome === 'received') log('reply_sent', { taskId, messageId });
    return sent;
  });
  const opened = Promise.withResolvers<Runner>();

  const tools = functionEnvironment({
    [EXECUTE_ORDER_66]: createOrder66Tool({ stateDir, log, exit: (code) => process.exit(code) }),
    [SEND_REPLY]: createReplyTool({ agentBUrl, courier: COURIER, runner: opened.promise }),
  });

  await runAgent({
    settings,
    port: settings.ports.agentB,
    card: createResponderCard(agentBUrl),
    served: new Loop({
      name: 'agent-b',
      agent: createCloneCommander({ model, modelName, log, telemetry }),
      environments: { default: tools },
      toolSite: 'server',
    }),
    waiting: WAIT,
    // On Temporal, the workflow of a conversation is then found under `task-<its id>`.
    isNamedByConversation: true,
    log,
    telemetry,
    async createRunner(onError) {
      const runner = await createRunner(choice, {
        stateDir,
        name: 'agent-b',
        agents: [this.served, courier],
        env: process.env,
        onError,
      });
      opened.resolve(runner);
      return runner;
    },
    view: toResponderView,
  });
});
