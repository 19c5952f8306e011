import { join } from 'node:path';
import { Agent, tool } from '@timestep-ai/timestep';
import {
  buildTranscript,
  getText,
  hasTaskEnded,
  listCallsAwaitingApproval,
  type AssistantMessage,
  type Task,
} from '@timestep-ai/timestep/core';
import type { AgentContext } from '@timestep-ai/timestep/port';
import { openSqlite } from '@timestep-ai/timestep/runner';
import {
  NEEDS_APPROVAL,
  type Piece,
  type Subject,
  type SubjectDeps,
  type ToolName,
} from '../subject.ts';
import { collect } from '../world.ts';

const AGENT = 'worker';
const PRINCIPAL = 'scorecard';

// A subject is one closure over its product.
// oxlint-disable-next-line max-lines-per-function
export async function startTimestep(
  { folder, world, story }: SubjectDeps,
  replay: 'key' | 'never',
): Promise<Subject> {
  const createTool = (name: ToolName) =>
    tool({
      name,
      description: name,
      replay,
      needsApproval: name === NEEDS_APPROVAL,
      execute: (_args, context) => world.performEffect(story, name, context.key),
    });

  async function think(results: number, context: AgentContext): Promise<AssistantMessage> {
    const reply = await world.askModel(context.task.id, results);
    if (reply.kind === 'answer') {
      const emit = (text: string) => context.emit({ type: 'text', text });
      return { role: 'assistant', content: await collect(reply.pieces, emit) };
    }
    const call = { name: reply.name, arguments: '{}' };
    return {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: reply.id, type: 'function', function: call }],
    };
  }

  const agent = new Agent({
    agentId: AGENT,
    model: (messages, context) =>
      think(messages.filter(({ role }) => role === 'tool').length, context),
    tools: [createTool('reserve'), createTool('charge')],
  });
  const { runner } = openSqlite({ path: join(folder, 'tasks.db'), agents: [agent.loop] });

  const find = async (name: string): Promise<Task | undefined> => {
    const { tasks } = await runner.list({ principal: PRINCIPAL, contextId: name, pageSize: 1 });
    return tasks[0];
  };
  const send = (messageId: string, name: string, more: { taskId?: string; callId?: string }) =>
    runner.submit({
      contextId: name,
      agent: AGENT,
      principal: PRINCIPAL,
      messageId,
      message: { role: 'user', content: 'go' },
      ...(more.taskId !== undefined && { taskId: more.taskId }),
      ...(more.callId !== undefined && { approvals: [{ callId: more.callId, approved: true }] }),
    });

  return {
    async submit(name) {
      await send(name, name, {});
    },
    async look(name) {
      const task = await find(name);
      if (!task) return { state: 'unknown' };
      const last = buildTranscript(task).at(-1);
      if (task.state === 'completed') return { state: 'ended', answer: last ? getText(last) : '' };
      if (hasTaskEnded(task)) return { state: 'failed', reason: JSON.stringify(task.end) };
      const [waiting] = listCallsAwaitingApproval(task);
      return waiting ? { state: 'waiting', approval: waiting.call.id } : { state: 'working' };
    },
    async approve(name, callId) {
      const task = await find(name);
      if (!task) throw new Error(`there is no task ${name}`);
      await send(`approve ${callId}`, name, { taskId: task.id, callId });
    },
    follow: (name) => followAnswer(name),
  };

  /** Streams the answer of the newest attempt; an answer that is there already comes whole. */
  async function* followAnswer(name: string): AsyncIterable<Piece> {
    const task = await find(name);
    if (!task) return;
    let attempt: string | undefined;
    const signal = new AbortController().signal;
    for await (const update of runner.subscribe(task.id, task.generation, signal)) {
      if (update.kind === 'delta') {
        if (update.delta.type !== 'text') continue;
        const current = `${update.step} ${update.attempt}`;
        yield { text: update.delta.text, restarts: current !== attempt };
        attempt = current;
      }
    }
    if (attempt !== undefined) return;
    const ended = await find(name);
    const last = ended && buildTranscript(ended).at(-1);
    if (last) yield { text: getText(last), restarts: true };
  }
}
