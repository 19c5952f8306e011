import { parseArgs } from 'node:util';
import { createAgent, functionEnvironment, Loop } from '@timestep-ai/timestep';
import type { Runner } from '@timestep-ai/timestep/port';
import { runAgent } from './agent-process.ts';
import { requireConversation, requireTextArgument, WAIT } from './messages/call-message.ts';
import { MESSAGE_PATH, createResponderCard } from './card.ts';
import { createCloneCommander } from './clone-commander.ts';
import { createReplyId } from './messages/inbound.ts';
import { createOrder66Tool } from './order-66-tool.ts';
import { runProgram } from './run-program.ts';
import { EXECUTE_ORDER_66, SEND_REPLY } from './responder.ts';
import { createRunner, parseRunnerChoice } from './runner-choice.ts';
import { createReplyCourier, submitReply } from './messages/reply-courier.ts';
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
    [SEND_REPLY]: {
      description: 'Sends a reply to the sender of a message.',
      parameters: {
        type: 'object',
        properties: {
          message_id: { type: 'string' },
          reply_to: { type: 'string' },
          content: { type: 'string' },
        },
        required: ['message_id', 'reply_to', 'content'],
      },
      // The courier recognizes a repeated reply by its id.
      replay: 'key',
      async execute(args, context) {
        const message = {
          taskId: requireConversation(context),
          messageId: createReplyId(requireTextArgument(args, 'message_id')),
          replyTo: agentBUrl + MESSAGE_PATH,
          content: requireTextArgument(args, 'content'),
        };
        const reply = { to: requireTextArgument(args, 'reply_to'), message };
        await submitReply(await opened.promise, COURIER, reply);
        return { status: 'accepted' };
      },
    },
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
