import { DEFAULT_LIMITS, type CallJudgment, type TaskEvent, type ToolCall } from '#core';
import type { ViewUpdate } from '#people/view';

/** Creates the updates of a turn, event by event. */
export interface FixtureTurn {
  readonly begin: (text: string) => ViewUpdate[];
  readonly event: (event: TaskEvent) => ViewUpdate;
  /** Creates a text delta for the latest step. */
  readonly word: (text: string) => ViewUpdate;
  readonly reply: (content: string | null, calls?: readonly FixtureCall[]) => ViewUpdate;
  readonly start: (attempt?: number) => ViewUpdate;
  readonly end: () => ViewUpdate;
}

type FixtureCall = readonly [id: string, name: string, written: string];

export function createFixtureTurn(taskId: string): FixtureTurn {
  let generation = 0;
  let [step, attempt] = [0, 1];
  const event = (happened: TaskEvent): ViewUpdate => {
    generation += 1;
    const numbered = { ...happened, generation, at: 1_000_000 + generation * 1000 };
    return { kind: 'event', taskId, event: numbered };
  };
  const start = (nth = 1): ViewUpdate => {
    if (nth === 1) step += 1;
    attempt = nth;
    return event({ type: 'model.started', step, attempt });
  };
  return {
    event,
    start,
    begin: (text) => [
      event({
        type: 'task.submitted',
        taskId,
        contextId: 'c1',
        agent: 'guide',
        principal: '',
        coreVersion: 1,
        toolSite: 'server',
        limits: DEFAULT_LIMITS,
        seed: 0,
        loadPrompt: false,
        history: [],
        clientTools: [],
      }),
      event({
        type: 'message.received',
        messageId: `${taskId}-m`,
        message: { role: 'user', content: text },
      }),
      start(),
    ],
    word: (text) => ({ kind: 'delta', taskId, step, attempt, delta: { type: 'text', text } }),
    reply: (content, calls = []) =>
      event({
        type: 'model.replied',
        step,
        attempt,
        message: {
          role: 'assistant',
          content,
          usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
          cost_usd: 0,
          ...(calls.length > 0 && { tool_calls: calls.map(createFixtureCall) }),
        },
        ...(calls.length > 0 && { judged: calls.map(judgeFixtureCall) }),
      }),
    end: () => event({ type: 'task.finished', state: 'completed', reason: 'final_answer' }),
  };
}

function createFixtureCall([id, name, written]: FixtureCall): ToolCall {
  return { id, type: 'function', function: { name, arguments: written } };
}

export function createCompleteTurn(taskId: string, question: string, answer: string): ViewUpdate[] {
  const turn = createFixtureTurn(taskId);
  return [...turn.begin(question), turn.reply(answer), turn.end()];
}

function judgeFixtureCall([callId, name, written]: FixtureCall): CallJudgment {
  const definition = { name, server: 'sky', launch: 'npx sky@1', input: { type: 'object' } };
  return {
    callId,
    tool: { definition, digest: `sha256:${name}`, call: `sha256:${written.length}` },
  };
}
