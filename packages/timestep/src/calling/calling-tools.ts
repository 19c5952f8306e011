import { callsAwaitingApproval, HOPS_META, outcomeOfTask, type JsonObject } from '../core/index.ts';
import { tool, type ToolFnContext, type ToolSet } from '../environment/index.ts';
import { ownTasks, type OwnTask } from '../port/index.ts';
import { traceparentOf } from '../trace/index.ts';
import { saidIn, type AnswerArguments } from './answering.ts';
import { BridgeError } from './bridge-error.ts';
import { agentOf, entryOf } from './bridge-tools.ts';
import { digestOf } from './bridge-call.ts';
import { CALL_AGENT, CANCEL_TASK, GET_TASK, NOTHING, SAY_TO_TASK, waitingBy } from './schemas.ts';
import { goOn, reportOfOutcome, unknownTask, type InsideCall } from './park.ts';
import type { CallingSite } from './calling-site.ts';
import { judgedCall } from './judged-call.ts';

/** No client gives such a call up, because it waits outside of the process. */
const DEFAULT_WAIT_S = 300;

interface CallArguments {
  readonly agent: string;
  readonly message: string;
  readonly context?: string;
  readonly wait_s?: number;
}

/** The arguments of tools for a task that was begun, as their schemas have checked them. */
interface TaskArguments {
  readonly task: string;
  readonly wait_s?: number;
}

/**
 * The tools with which the model of an agent calls other agents of the same runner. A call is a task of
 * the other agent, for which the call waits outside of the process; the questions and approvals of that
 * task are put to the caller's own user.
 */
export function callingTools(site: CallingSite): ToolSet {
  return {
    list_agents: tool({
      description: 'Lists the agents that can be called: their names, and what they can do.',
      input: NOTHING,
      replay: 'safe',
      execute: async () => ({ agents: (await site.agents.list()).map(entryOf) }),
    }),
    call_agent: tool({
      description:
        'Gives an agent a task, and returns its answer; where that takes long, the task as it is. Its answer then comes as a message; get_task waits for it.',
      input: waitingBy(CALL_AGENT, DEFAULT_WAIT_S),
      replay: 'key',
      execute: (args: JsonObject, context) =>
        calling(args as unknown as CallArguments, site, context),
    }),
    get_task: tool({
      description: 'Tells how a task is: its answer, or that it works. Waits while it works.',
      input: waitingBy(GET_TASK, DEFAULT_WAIT_S),
      replay: 'key',
      execute: async (args: JsonObject, context) => {
        const { task, wait_s: waitS } = args as unknown as TaskArguments;
        const call = await callOf(site, context, waitS);
        return goOn(call, () => taskOf(call, task));
      },
    }),
    answer_task: tool({
      description: 'Sends words or files to a task of an agent, as an answer or beside its work.',
      input: waitingBy(SAY_TO_TASK, DEFAULT_WAIT_S),
      replay: 'key',
      execute: (args: JsonObject, context) =>
        answering(args as unknown as AnswerArguments, site, context),
    }),
    cancel_task: tool({
      description: 'Ends a task that is no longer needed.',
      input: CANCEL_TASK,
      replay: 'safe',
      execute: async (args: JsonObject, context) => {
        const { task: id } = args as unknown as TaskArguments;
        const call = await callOf(site, context, 0);
        const own = await taskOf(call, id);
        const { agent } = own.task.origin;
        const task = await own.cancel();
        const called = { task: task.id, context: task.contextId, agent };
        return reportOfOutcome(called, outcomeOfTask(task), false);
      },
    }),
  };
}

async function callOf(
  site: CallingSite,
  context: ToolFnContext,
  waitS: unknown,
): Promise<InsideCall> {
  const runner = await site.runner();
  const { id = '', principal = '' } = context.task ?? {};
  const task = await runner.get(id);
  return {
    site,
    context,
    tasks: ownTasks(runner, { principal }),
    isDurable: task !== undefined,
    after: task?.generation ?? 0,
    waitMs: (typeof waitS === 'number' ? waitS : DEFAULT_WAIT_S) * 1000,
  };
}

/** A task of an agent that the caller may call. Throws `BridgeError` for any other. */
async function taskOf({ site, tasks }: InsideCall, id: string): Promise<OwnTask> {
  const own = await tasks.find(id);
  if (own && site.agents.find(own.task.origin.agent)) return own;
  throw unknownTask(id);
}

async function calling(
  { agent, message, context: contextId, wait_s: waitS }: CallArguments,
  site: CallingSite,
  context: ToolFnContext,
): Promise<unknown> {
  const call = await callOf(site, context, waitS);
  return goOn(call, async () => {
    const { name } = await agentOf(site.agents, agent);
    const { key, attempt, task: meta } = context;
    if (!meta) throw new BridgeError('refused', 'only the task of an agent can call agents');
    const runner = await site.runner();
    const task = await runner.get(meta.id);
    const delegation = await judgedCall(site, runner, { meta, task, callee: name });
    return call.tasks.submit({
      agent: name,
      messageId: digestOf(key),
      message: { role: 'user', content: message },
      ...(contextId !== undefined && { contextId }),
      start: {
        toolSite: 'server',
        delegation,
        metadata: {
          [HOPS_META]: delegation.path.length,
          traceparent: traceparentOf({ key, attempt, task: meta }),
        },
      },
    });
  });
}

async function answering(
  args: AnswerArguments,
  site: CallingSite,
  context: ToolFnContext,
): Promise<unknown> {
  const call = await callOf(site, context, args.wait_s);
  return goOn(call, async () => {
    const said = saidIn(args);
    if (!said) throw new BridgeError('no-answer', 'give a message or files');
    const own = await taskOf(call, args.task);
    // A model decides about no call that a person is to decide about.
    if (callsAwaitingApproval(own.task).length > 0) {
      const advice = site.asks ? 'get_task asks your user' : 'cancel the task, or leave it';
      const why = `${own.task.origin.agent} waits for a person to decide about its calls`;
      throw new BridgeError('refused', `${why}: ${advice}`);
    }
    const { id: taskId, origin } = own.task;
    const { agent } = origin;
    return call.tasks.submit({ agent, taskId, messageId: digestOf(context.key), ...said });
  });
}
