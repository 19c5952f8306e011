/**
 * The A2A SDK's own server on Express. It answers a message with three events: submitted, working
 * and completed. If chunks are requested, it streams the answer between them as one artifact.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { Role, TaskState, type AgentCard, type Message, type Part } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type AgentExecutor,
  type ExecutionEventBus,
  type RequestContext,
} from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';
import { listenAndReport } from '../process/measured-server.ts';
import { parseChunkCount, TOKEN } from '../stream/tokens.ts';

const card: AgentCard = {
  name: 'echo',
  description: 'Says what it is told',
  version: '1.0.0',
  provider: undefined,
  supportedInterfaces: [
    { url: 'http://127.0.0.1/', protocolBinding: 'JSONRPC', tenant: '', protocolVersion: '1.0' },
  ],
  capabilities: {
    streaming: true,
    pushNotifications: false,
    extensions: [],
    extendedAgentCard: false,
  },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
  securitySchemes: {},
  securityRequirements: [],
  signatures: [],
};

const executor: AgentExecutor = {
  async execute({ taskId, contextId, userMessage }: RequestContext, bus: ExecutionEventBus) {
    const chunks = parseChunkCount(getText(userMessage));
    const ids = { taskId, contextId, metadata: undefined };
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status: createStatus(TaskState.TASK_STATE_SUBMITTED),
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      }),
    );
    bus.publish(
      AgentEvent.statusUpdate({ ...ids, status: createStatus(TaskState.TASK_STATE_WORKING) }),
    );
    for (let index = 0; index < chunks; index += 1) {
      await setImmediate();
      bus.publish(
        AgentEvent.artifactUpdate({
          ...ids,
          artifact: {
            artifactId: 'answer',
            name: '',
            description: '',
            parts: [textPart(TOKEN)],
            metadata: undefined,
            extensions: [],
          },
          append: index > 0,
          lastChunk: index === chunks - 1,
        }),
      );
    }
    const answer: Message = {
      messageId: randomUUID(),
      role: Role.ROLE_AGENT,
      taskId,
      contextId,
      parts: userMessage.parts,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    };
    const completed = { ...createStatus(TaskState.TASK_STATE_COMPLETED), message: answer };
    bus.publish(AgentEvent.statusUpdate({ ...ids, status: completed }));
  },
  cancelTask: async () => {},
};

const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
const app = express();
app.use(
  '/',
  jsonRpcHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }),
);
listenAndReport(createServer(app));

function createStatus(state: TaskState) {
  return { state, message: undefined, timestamp: new Date().toISOString() };
}

function getText({ parts }: Message): string {
  return parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');
}

function textPart(value: string): Part {
  return { content: { $case: 'text', value }, mediaType: '', filename: '', metadata: undefined };
}
