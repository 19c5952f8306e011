/**
 * Mastra's durable agent on LibSQL with crash recovery on, which a server of Mastra starts at boot.
 * https://mastra.ai/docs/harness/durable-agents#crash-recovery. In this version recovery fails, as
 * https://github.com/mastra-ai/mastra/issues/22636 says.
 */
import { join } from 'node:path';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createDurableAgent } from '@mastra/core/agent/durable';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { Memory } from '@mastra/memory';
import * as z from 'zod';
import { NEEDS_APPROVAL, type Look, type StartSubject, type ToolName } from '../subject.ts';
import { createScriptedModel } from './ai-sdk-model.ts';

const RESOURCE = 'client';

// A subject is one closure over its product.
// oxlint-disable-next-line max-lines-per-function
export const start: StartSubject = async ({ folder, story, world }) => {
  const storage = new LibSQLStore({ id: 'store', url: `file:${join(folder, 'mastra.db')}` });
  const toolOf = (name: ToolName) =>
    createTool({
      id: name,
      description: name,
      inputSchema: z.object({}),
      requireApproval: name === NEEDS_APPROVAL,
      execute: (_input, context) =>
        world.performEffect(story, name, context.agent?.toolCallId ?? ''),
    });
  const agent = new Agent({
    id: 'worker',
    name: 'worker',
    instructions: 'Do the work.',
    model: createScriptedModel(world, story),
    tools: { reserve: toolOf('reserve'), charge: toolOf('charge') },
    memory: new Memory({ storage }),
  });
  const worker = createDurableAgent({ agent });
  const mastra = new Mastra({
    agents: { worker },
    storage,
    logger: false,
    recovery: { durableAgents: 'auto' },
  });
  const answers = new Map<string, string>();
  const waiting = new Map<string, string>();
  const failures = new Map<string, string>();

  // The deployer calls this at boot; a program without it calls it itself.
  mastra.recoverAllDurableAgents().catch((thrown: unknown) => console.error(thrown));

  async function readAnswer(task: string): Promise<string | undefined> {
    const memory = await mastra.getStorage()?.getStore('memory');
    const { messages = [] } =
      (await memory?.listMessages({ threadId: task, resourceId: RESOURCE })) ?? {};
    const last = messages.findLast(({ role }) => role === 'assistant');
    const texts =
      last?.content.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? [];
    return texts.length === 0 ? undefined : texts.join('');
  }

  async function findQuestion(task: string) {
    const { runs } = await worker.listSuspendedRuns({ threadId: task, resourceId: RESOURCE });
    return runs.flatMap(({ toolCalls }) => toolCalls)[0];
  }

  async function look(task: string): Promise<Look> {
    const failure = failures.get(task);
    if (failure !== undefined) return { state: 'failed', reason: failure };
    const call = await findQuestion(task);
    if (call) return { state: 'waiting', approval: call.toolCallId ?? 'call' };
    const answer = answers.get(task) ?? (await readAnswer(task));
    if (answer !== undefined) return { state: 'ended', answer };
    if (waiting.has(task)) return { state: 'working' };
    return { state: (await isActive(task)) ? 'working' : 'unknown' };
  }

  async function isActive(task: string): Promise<boolean> {
    const { runs } = await worker.listActiveRuns({ threadId: task, resourceId: RESOURCE });
    return runs.length > 0;
  }

  const watch = (task: string, { output }: Awaited<ReturnType<typeof worker.stream>>): void => {
    waiting.set(task, 'running');
    output.text.then(
      (text) => text !== '' && answers.set(task, text),
      (thrown: unknown) => failures.set(task, String(thrown)),
    );
  };

  return {
    async submit(task) {
      if ((await look(task)).state !== 'unknown') return;
      const memory = { thread: task, resource: RESOURCE };
      watch(task, await worker.stream('go', { runId: task, memory }));
      // The task counts as accepted once its run is stored.
      while (!failures.has(task) && !(await isActive(task)) && !(await findQuestion(task))) {
        if (answers.has(task)) return;
        await new Promise((go) => setTimeout(go, 2));
      }
    },
    look,
    async approve(task) {
      watch(task, await worker.resume(task, { approved: true }));
      // An approval counts as accepted once what is stored no longer asks for it.
      while (!failures.has(task) && (await findQuestion(task))) {
        await new Promise((go) => setTimeout(go, 2));
      }
    },
    async *follow(task) {
      const { output } = await worker.observe(task);
      for await (const chunk of output.fullStream) {
        if (chunk.type === 'text-delta') yield { text: chunk.payload.text };
      }
    },
  };
};
