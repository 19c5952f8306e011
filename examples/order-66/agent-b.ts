import { parseArgs } from 'node:util';
import { createAgent, functionEnvironment, Loop } from '@timestep-ai/timestep';
import { runAgent } from './agent-process.ts';
import { conversationOf, textArgument, WAIT } from './calling.ts';
import { MESSAGE_PATH, responderCard } from './card.ts';
import { cloneCommander } from './clone-commander.ts';
import { replyIdOf } from './inbound.ts';
import { order66 } from './order-66-tool.ts';
import { program } from './program.ts';
import { EXECUTE_ORDER_66, SEND_REPLY } from './responder.ts';
import { createRunner, runnerChoice } from './runner-choice.ts';
import { send } from './send.ts';
import { settingsFrom } from './settings.ts';
import { createTelemetry } from './telemetry.ts';
import { responderView } from './views.ts';

/** Agent B: answers every message with a model, and executes Order 66. */
await program('agent-b', async (log) => {
  const { values } = parseArgs({ options: { runner: { type: 'string', default: 'embedded' } } });
  const choice = runnerChoice(values.runner);
  const settings = settingsFrom(process.env);
  const { agentBUrl, retry, stateDir } = settings;
  const telemetry = createTelemetry('agent-b', process.env);
  const modelName = process.env['LM_STUDIO_MODEL'] || 'scripted';
  const baseUrl = process.env['LM_STUDIO_BASE_URL'] || 'http://127.0.0.1:1234/v1';

  const model = createAgent({
    model: `lmstudio/${modelName}`,
    baseUrl,
    stream: false,
    timeoutS: 60,
    retries: { attempts: 3, ...retry },
  });

  const tools = functionEnvironment({
    [EXECUTE_ORDER_66]: order66({ stateDir, log, exit: (code) => process.exit(code) }),
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
      // Agent A knows a reply again by its id.
      replay: 'key',
      async execute(args, context) {
        const { signal } = context;
        const message = {
          taskId: conversationOf(context),
          messageId: replyIdOf(textArgument(args, 'message_id')),
          replyTo: agentBUrl + MESSAGE_PATH,
          content: textArgument(args, 'content'),
        };
        const replyTo = textArgument(args, 'reply_to');
        const sent = await send(replyTo, message, { log, retry, telemetry, signal });
        if (sent.outcome === 'refused') return { refused: sent.reason };
        log('reply_sent', { taskId: message.taskId, messageId: message.messageId });
        return { status: 'received' };
      },
    },
  });

  await runAgent({
    settings,
    port: settings.ports.agentB,
    card: responderCard(agentBUrl),
    served: new Loop({
      name: 'agent-b',
      agent: cloneCommander({ model, modelName, log, telemetry }),
      environments: { default: tools },
      toolSite: 'server',
    }),
    waiting: WAIT,
    log,
    telemetry,
    createRunner(onError) {
      return createRunner(choice, {
        stateDir,
        name: 'agent-b',
        agents: [this.served],
        env: process.env,
        onError,
      });
    },
    view: responderView,
  });
});
