import { expect } from 'vitest';
import { createMcpCallTasks, createMcpCallingTools } from '#agents/calling';
import {
  formatApprovalTitle,
  formatArguments,
  listConsentChoices,
  type ConsentChoice,
  type JsonObject,
  type Task,
} from '#core';
import { createOwnTasks } from '#engine/port';
import { createUuid, systemClock } from '#engine/runner';
import { openConversation } from '#people/chat';
import { applyUpdate, EMPTY_VIEW, listOpenApprovals, type ApprovalItem } from '#people/view';
import { createLocalEnvironment, type ToolCallContext } from '#protocols/mcp';
import { NEVER, type AskedStage } from './asked.fixture.ts';
import { keyToApprovalStep } from './chat/approval-prompt.ts';
import { formatUnprintedView, NOTHING_PRINTED } from './chat/print-view.ts';
import { createStyle } from './chat/style.ts';
import { createTypeset } from './chat/terminal-library.ts';

/** Where a person reads a question about a call, and answers it. */
export interface Surface {
  /** The choices that can be made there. */
  readonly choices: readonly ConsentChoice['id'][];
  /** Returns what the person reads of the question of a task. */
  readonly read: (stage: AskedStage, task: Task) => Promise<string>;
  readonly approve: (stage: AskedStage, task: Task, id: ConsentChoice['id']) => Promise<unknown>;
}

const ALL: Surface['choices'] = ['once', 'session', 'always'];

export const SURFACES: Readonly<Record<string, Surface>> = {
  terminal: {
    choices: ALL,
    async read(stage, task) {
      const typeset = createTypeset(createStyle({ NO_COLOR: '1' }), 10_000);
      const { printed } = formatUnprintedView(NOTHING_PRINTED, await viewOf(stage, task), typeset);
      return printed.slice(printed.findIndex((line) => line.startsWith('? '))).join('\n');
    },
    async approve(stage, task, id) {
      const approval = await itemOf(stage, task);
      const key = { once: 'o', arguments: 'a', pattern: 'p', session: 's', always: 'w' }[id];
      const step = keyToApprovalStep({ approval, mode: 'keys', shownAt: 0 }, key, 10_000);
      if (step?.kind !== 'decided') throw new Error(`the key ${key} decides nothing`);
      const { sessionId, backend } = stage;
      const deps = { ...backend, clock: systemClock, newId: createUuid };
      const opening = { agent: 'desk', principal: '', sessionId };
      const conversation = await openConversation(deps, opening);
      await conversation.decide([step.decision], `${task.id}:${task.generation}`);
    },
  },

  page: {
    choices: ALL,
    async read(stage, task) {
      const item = await itemOf(stage, task);
      return `${formatApprovalTitle({ ...item, reason: item.cause })}\n${formatArguments(item.arguments)}`;
    },
    async approve(stage, task, id) {
      const { callId, tool } = await itemOf(stage, task);
      const { scope, covers } = await choiceOf(stage, task, id);
      const approvals = [{ callId, approved: true, scope, covers, digest: tool?.call }];
      const messageId = `${task.id}:${task.generation}`;
      return stage.send(`/ui/api/tasks/${task.id}/messages`, { messageId, approvals });
    },
  },

  editor: {
    choices: ALL,
    async read({ asked }, task) {
      const again = task.calls.at(-1)?.askedAgain ?? 0;
      const own = () => asked.filter(({ toolCall }) => toolCall.toolCallId.startsWith(task.id));
      await expect.poll(() => own().length, { interval: 2 }).toBe(1 + again);
      return (own().at(-1)?.toolCall.content ?? [])
        .map((one) =>
          one.type === 'content' && one.content.type === 'text' ? one.content.text : '',
        )
        .join('\n');
    },
    async approve(stage, task, id) {
      await SURFACES['editor']?.read(stage, task);
      const options = {
        once: 'allow_once',
        session: 'allow_always',
        always: 'allow_until_revoked',
      };
      stage.permit(options[id as keyof typeof options]);
    },
  },

  A2A: {
    choices: ALL,
    async read(stage, task) {
      const body = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: task.id } };
      const { result } = (await stage.send('/', body)) as WireTask;
      return (result?.status.message?.parts ?? []).map(({ text = '' }) => text).join('\n');
    },
    async approve(stage, task, id) {
      const { callId: call_id, tool } = await itemOf(stage, task);
      const { scope, covers } = await choiceOf(stage, task, id);
      const decision = { call_id, approved: true, scope, covers, digest: tool?.call };
      const parts = [{ data: { approvals: [decision] } }];
      const messageId = `${task.id}:${task.generation}`;
      const message = { messageId, taskId: task.id, role: 'ROLE_USER', parts };
      const params = { message, configuration: { returnImmediately: true } };
      return stage.send('/', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params });
    },
  },

  MCP: {
    choices: ['once'],
    async read(stage, task) {
      const context = { asks: true, ask: (question: object) => question, give: () => undefined };
      const { stand } = (await createMcpCallTasks(mcpDeps(stage)).find(
        task.id,
        context as unknown as ToolCallContext,
      )) ?? { stand: { is: 'canceled' } };
      return stand.is === 'told' ? (stand.value as { readonly text: string }).text : '';
    },
    async approve(stage, task) {
      const { callId: call_id } = await itemOf(stage, task);
      const approvals = [{ call_id, approved: true }];
      return callTool(stage, 'answer_task', { task: task.id, approvals, wait_s: 0 });
    },
  },
};

interface WireTask {
  readonly result?: {
    readonly status: {
      readonly message?: { readonly parts: readonly { readonly text?: string }[] };
    };
  };
}

function mcpDeps({ backend: { runner } }: AskedStage) {
  return {
    agents: { list: async () => [], find: () => ({ name: 'desk' }) },
    getTasks: () => createOwnTasks(runner, { principal: '' }),
    clock: systemClock,
    newId: createUuid,
  };
}

async function callTool(stage: AskedStage, name: string, args: JsonObject): Promise<string> {
  const tools = createMcpCallingTools(mcpDeps(stage));
  const environment = createLocalEnvironment({ name: 'b', version: '1', tools }, systemClock);
  const context = { key: createUuid(), attempt: 1, signal: NEVER };
  return (await environment.callTool({ id: 'c', name, arguments: args }, context)).content;
}

async function viewOf({ backend: { runner } }: AskedStage, { id, generation }: Task) {
  let view = EMPTY_VIEW;
  for await (const update of runner.subscribe(id, 0, NEVER)) {
    view = applyUpdate(view, { ...update, taskId: id });
    if (update.kind === 'event' && update.event.generation === generation) break;
  }
  return view;
}

async function itemOf(stage: AskedStage, task: Task): Promise<ApprovalItem> {
  const [item] = listOpenApprovals(await viewOf(stage, task));
  if (!item) throw new Error('the task asks no question');
  return item;
}

async function choiceOf(stage: AskedStage, task: Task, id: string): Promise<ConsentChoice> {
  const choice = listConsentChoices(await itemOf(stage, task)).find((one) => one.id === id);
  if (!choice) throw new Error(`${id} is not offered`);
  return choice;
}
