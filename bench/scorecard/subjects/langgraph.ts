/**
 * LangGraph with its SQLite checkpointer and durability `sync`; a run that was cut off goes on with the
 * input `null` when its client comes back. https://docs.langchain.com/oss/javascript/langgraph/durable-execution,
 * https://docs.langchain.com/oss/javascript/langgraph/interrupts
 */
import { join } from 'node:path';
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { Command } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { createAgent, humanInTheLoopMiddleware, tool, type AgentMiddleware } from 'langchain';
import * as z from 'zod';
import {
  NEEDS_APPROVAL,
  type Look,
  type Piece,
  type StartSubject,
  type ToolName,
  type World,
} from '../subject.ts';

/** The story's model as a chat model of LangChain. */
class ScriptedChat extends BaseChatModel {
  readonly #world: World;
  readonly #task: string;
  constructor(world: World, task: string) {
    super({});
    this.#world = world;
    this.#task = task;
  }
  override _llmType(): string {
    return 'scripted';
  }
  override bindTools(): this {
    return this;
  }
  override async _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    manager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    let whole: AIMessageChunk | undefined;
    for await (const { message } of this._streamResponseChunks(messages, options, manager)) {
      const chunk = message as AIMessageChunk;
      whole = whole ? whole.concat(chunk) : chunk;
    }
    const message = whole ?? new AIMessageChunk('');
    return { generations: [{ text: message.text, message }] };
  }
  // The name is LangChain's.
  // oxlint-disable-next-line no-underscore-dangle
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this['ParsedCallOptions'],
    manager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const results = messages.filter((message) => message.type === 'tool').length;
    const reply = await this.#world.askModel(this.#task, results);
    if (reply.kind === 'call') {
      const calls = [
        { id: reply.id, name: reply.name, args: '{}', index: 0, type: 'tool_call_chunk' as const },
      ];
      yield new ChatGenerationChunk({
        text: '',
        message: new AIMessageChunk({ content: '', tool_call_chunks: calls }),
      });
      return;
    }
    for await (const text of reply.pieces) {
      const chunk = new ChatGenerationChunk({
        text,
        message: new AIMessageChunk({ content: text }),
      });
      yield chunk;
      await manager?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

/** The types of the middleware and of the agent do not meet with this version of zod. */
function createApproval(): AgentMiddleware {
  const options = { interruptOn: { [NEEDS_APPROVAL]: true } };
  return humanInTheLoopMiddleware(options as never) as unknown as AgentMiddleware;
}

interface Run {
  readonly pieces: string[];
  isOver: boolean;
  failure?: string;
}

// A subject is one closure over its product.
// oxlint-disable-next-line max-lines-per-function
export const start: StartSubject = async ({ folder, story, world }) => {
  const checkpointer = SqliteSaver.fromConnString(join(folder, 'langgraph.db'));
  const createTool = (name: ToolName) =>
    tool((_args, runtime) => world.performEffect(story, name, runtime.toolCall?.id ?? ''), {
      name,
      description: name,
      schema: z.object({}),
    });
  const agent = createAgent({
    model: new ScriptedChat(world, story),
    tools: [createTool('reserve'), createTool('charge')],
    middleware: [createApproval()],
    checkpointer,
  });
  const runs = new Map<string, Run>();
  const configOf = (task: string) => ({
    configurable: { thread_id: task },
    durability: 'sync' as const,
  });

  /** Runs the graph until it ends or is interrupted; `null` goes on from the last checkpoint. */
  function drive(task: string, input: Parameters<typeof agent.stream>[0]): void {
    const run: Run = { pieces: [], isOver: false };
    runs.set(task, run);
    const driving = async (): Promise<void> => {
      const stream = await agent.stream(input, { ...configOf(task), streamMode: 'messages' });
      for await (const [message] of stream as AsyncIterable<[BaseMessage]>) {
        if (message.type !== 'ai' || message.text === '') continue;
        run.pieces.push(message.text);
      }
    };
    driving()
      .catch((thrown: unknown) => (run.failure = String(thrown)))
      .finally(() => (run.isOver = true));
  }

  async function findQuestion(task: string): Promise<{ id?: string } | undefined> {
    const { tasks } = await agent.graph.getState(configOf(task));
    return tasks.flatMap(({ interrupts }) => interrupts)[0];
  }

  async function look(task: string): Promise<Look> {
    const run = runs.get(task);
    if (run?.failure !== undefined) return { state: 'failed', reason: run.failure };
    if (run && !run.isOver) return { state: 'working' };
    const state = await agent.graph.getState(configOf(task));
    const { messages } = state.values as { messages?: BaseMessage[] };
    if (state.createdAt === undefined) return { state: 'unknown' };
    const interrupt = await findQuestion(task);
    if (interrupt) return { state: 'waiting', approval: interrupt.id ?? 'interrupt' };
    const last = messages?.at(-1);
    // Where a kill cut off between two nodes, nothing is next although a tool has just returned.
    if (state.next.length === 0 && last?.type === 'ai') {
      return { state: 'ended', answer: last.text };
    }
    drive(task, null as never);
    return { state: 'working' };
  }

  return {
    async submit(task) {
      if (runs.has(task)) return;
      const { createdAt } = await agent.graph.getState(configOf(task));
      if (createdAt !== undefined) return;
      drive(task, { messages: [{ role: 'user', content: 'go' }] });
      // The task counts as accepted once its first checkpoint is there.
      while (!(await agent.graph.getState(configOf(task))).createdAt) {
        await new Promise((go) => setTimeout(go, 2));
      }
    },
    look,
    async approve(task) {
      const decisions = [{ type: 'approve' as const }];
      drive(task, new Command({ resume: { decisions } }) as never);
      // An approval counts as accepted once what is stored no longer asks for it.
      while (!runs.get(task)?.isOver && (await findQuestion(task))) {
        await new Promise((go) => setTimeout(go, 2));
      }
    },
    async *follow(task, from) {
      // A client that comes back to a run that was cut off has it go on.
      if (!runs.has(task)) {
        const seen = await look(task);
        if (seen.state === 'ended') yield { text: seen.answer, restarts: true };
      }
      const run = runs.get(task);
      if (run) yield* readAll(run, from > 0);
    },
  };
};

/** Reads a run from its first piece, which takes the place of what was streamed before. */
async function* readAll(run: Run, restarts: boolean): AsyncIterable<Piece> {
  for (let next = 0; ; next += 1) {
    while (!run.isOver && run.pieces.length <= next) await new Promise((go) => setTimeout(go, 5));
    const text = run.pieces[next];
    if (text === undefined) return;
    yield { text, restarts: restarts && next === 0 };
  }
}
