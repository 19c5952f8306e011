import assert from 'node:assert/strict';
import type { AssistantMessage, Message, NumberedEvent, Sender, Task } from '#core';
import type { Runner } from '#engine/port';
import {
  createMessage,
  createReplyMessage,
  createRunnerCase,
  createToolCall,
  NEVER,
  waitUntilFinished,
  waitUntilSettled,
  type RunnerCase,
} from './runner-case.ts';

const ANA: Sender = { principal: 'ana', entry: 'page' };
const APPROVED = [{ callId: 'call-pay', approved: true }];
const TOOLS = { pay: { needsApproval: true, execute: () => 'paid' } };

/** Test cases for the record of who decided about a call. */
export const senderCases: readonly RunnerCase[] = [
  createRunnerCase(
    'keeps who decided about a call, and nothing if that is unknown',
    { agent: callToolOnce, tools: TOOLS },
    async (runner) => {
      const known = await startCall(runner, 'm1');
      await runner.submit({ ...createReplyMessage(known, 'm2'), approvals: APPROVED, by: ANA });
      assert.deepEqual((await findDecision(runner, known))?.by, ANA);
      const unknown = await startCall(runner, 'm3');
      await runner.submit({ ...createReplyMessage(unknown, 'm4'), approvals: APPROVED });
      const decided = await findDecision(runner, unknown);
      assert.ok(decided && !('by' in decided));
    },
  ),
  createRunnerCase(
    'keeps who decided in words, and takes the repeated words of another sender for the same message',
    { agent: callToolOnce, tools: TOOLS },
    async (runner) => {
      const task = await startCall(runner, 'm1');
      const yes = { role: 'user', content: 'yes' } as const;
      const said = { ...createReplyMessage(task, 'm2'), message: yes };
      await runner.submit({ ...said, by: ANA });
      await runner.submit({ ...said, by: { entry: 'terminal' } });
      assert.deepEqual((await findDecision(runner, task))?.by, ANA);
    },
  ),
  createRunnerCase(
    'keeps who answered a question in the text of the agent, and of the first message only its origin',
    { agent: askInText },
    async (runner) => {
      const task = await startCall(runner, 'm1');
      const ada = { role: 'user', content: 'Ada' } as const;
      await runner.submit({ ...createReplyMessage(task, 'm2'), message: ada, by: ANA });
      const senders = await readEvents(runner, task);
      assert.deepEqual(
        senders.flatMap((event) => (event.type === 'message.received' ? [event.by] : [])),
        [undefined, ANA],
      );
    },
  ),
];

async function startCall(runner: Runner, messageId: string): Promise<Task> {
  return waitUntilSettled(runner, await runner.submit(createMessage('pay', messageId)));
}

type Decided = Extract<NumberedEvent, { readonly type: 'approval.decided' }>;

async function findDecision(runner: Runner, task: Task): Promise<Decided | undefined> {
  const events = await readEvents(runner, task);
  return events.findLast((event) => event.type === 'approval.decided');
}

async function readEvents(runner: Runner, task: Task): Promise<readonly NumberedEvent[]> {
  const { generation } = await waitUntilFinished(runner, task);
  const events: NumberedEvent[] = [];
  for await (const update of runner.subscribe(task.id, 0, NEVER)) {
    if (update.kind !== 'event') continue;
    events.push(update.event);
    if (update.event.generation >= generation) break;
  }
  return events;
}

function askInText(messages: readonly Message[]): AssistantMessage {
  return messages.length > 1
    ? { role: 'assistant', content: 'done' }
    : { role: 'assistant', content: 'For whom?', expects_reply: true };
}

function callToolOnce(messages: readonly Message[]): AssistantMessage {
  return messages.at(-1)?.role === 'tool'
    ? { role: 'assistant', content: 'done' }
    : { role: 'assistant', content: null, tool_calls: [createToolCall('pay')] };
}
