/**
 * OpenAI Agents: the state of a run is stored where it waits for an approval, and read back to go on.
 * https://openai.github.io/openai-agents-js/guides/human-in-the-loop
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Agent,
  Runner,
  RunState,
  setTracingDisabled,
  tool,
  Usage,
  type Model,
  type ModelRequest,
  type StreamEvent,
} from '@openai/agents';
import * as z from 'zod';
import {
  NEEDS_APPROVAL,
  type Look,
  type StartSubject,
  type ToolName,
  type World,
} from '../subject.ts';

/** What the application stores of a task. */
interface Stored {
  readonly state?: string;
  readonly approval?: string;
  readonly isApproved?: boolean;
  readonly answer?: string;
}

// A subject is one closure over its product.
// oxlint-disable-next-line max-lines-per-function
export const start: StartSubject = async ({ folder, story, world }) => {
  setTracingDisabled(true);
  const toolOf = (name: ToolName) =>
    tool({
      name,
      description: name,
      parameters: z.object({}),
      needsApproval: name === NEEDS_APPROVAL,
      execute: (_input, _context, details) =>
        world.performEffect(story, name, details?.toolCall?.callId ?? ''),
    });
  const agent = new Agent({
    name: 'worker',
    instructions: 'Do the work.',
    model: createModel(world, story),
    tools: [toolOf('reserve'), toolOf('charge')],
  });
  const runner = new Runner({ tracingDisabled: true });
  const running = new Map<string, string[]>();
  const fileOf = (task: string): string => join(folder, `${task}.json`);
  const read = (task: string): Stored | undefined =>
    existsSync(fileOf(task))
      ? (JSON.parse(readFileSync(fileOf(task), 'utf8')) as Stored)
      : undefined;
  const write = (task: string, stored: Stored): void => {
    writeFileSync(`${fileOf(task)}.new`, JSON.stringify(stored));
    renameSync(`${fileOf(task)}.new`, fileOf(task));
  };

  /** Runs the task from what is stored of it until it ends or waits. */
  async function drive(task: string): Promise<void> {
    if (running.has(task)) return;
    const pieces: string[] = [];
    running.set(task, pieces);
    const { state: text } = read(task) ?? {};
    const state = text === undefined ? undefined : await RunState.fromString(agent, text);
    const [interruption] = state?.getInterruptions() ?? [];
    if (state && interruption) state.approve(interruption);
    const result = await runner.run(agent, state ?? 'go', { stream: true });
    for await (const event of result.toTextStream()) pieces.push(event);
    await result.completed;
    const [asked] = result.interruptions;
    const call = asked?.rawItem;
    const id = call && 'callId' in call ? call.callId : 'call';
    write(
      task,
      asked
        ? { state: result.state.toString(), approval: id }
        : { answer: String(result.finalOutput) },
    );
    running.delete(task);
  }

  function look(task: string): Look {
    const stored = read(task);
    if (!stored) return { state: 'unknown' };
    const { answer, approval, isApproved } = stored;
    if (answer !== undefined) return { state: 'ended', answer };
    if (approval !== undefined && !isApproved) return { state: 'waiting', approval };
    // A run that was cut off begins again from what is stored of it, when its client comes back.
    void drive(task).catch((thrown: unknown) => console.error(thrown));
    return { state: 'working' };
  }

  return {
    async submit(task) {
      if (!read(task)) write(task, {});
      look(task);
    },
    look: async (task) => look(task),
    async approve(task) {
      write(task, { ...read(task), isApproved: true });
      look(task);
    },
    async *follow(task, from) {
      const seen = look(task);
      const pieces = running.get(task);
      if (!pieces) {
        if (seen.state === 'ended') yield { text: seen.answer, restarts: true };
        return;
      }
      for (let next = 0; ; next += 1) {
        while (running.has(task) && pieces.length <= next)
          await new Promise((go) => setTimeout(go, 5));
        const text = pieces[next];
        if (text === undefined) return;
        yield { text, restarts: from > 0 && next === 0 };
      }
    },
  };
};

const USAGE = new Usage({ requests: 1, inputTokens: 50, outputTokens: 12, totalTokens: 62 });

/** The story's model as a model of the SDK. */
function createModel(world: World, task: string): Model {
  async function* stream({ input }: ModelRequest): AsyncGenerator<StreamEvent> {
    const items = Array.isArray(input) ? input : [];
    const results = items.filter(({ type }) => type === 'function_call_result').length;
    const reply = await world.askModel(task, results);
    const done = (output: object) =>
      ({
        type: 'response_done',
        response: { id: 'response', usage: USAGE, output: [output] },
      }) as StreamEvent;
    if (reply.kind === 'call') {
      const { id: callId, name } = reply;
      yield done({ type: 'function_call', callId, name, status: 'completed', arguments: '{}' });
      return;
    }
    let whole = '';
    for await (const delta of reply.pieces) {
      whole += delta;
      yield { type: 'output_text_delta', delta } as StreamEvent;
    }
    const content = [{ type: 'output_text', text: whole }];
    yield done({ type: 'message', role: 'assistant', status: 'completed', content });
  }
  return {
    getResponse: () => Promise.reject(new Error('the story streams')),
    getStreamedResponse: stream,
  };
}
