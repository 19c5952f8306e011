import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn, Runner, ServedAgent } from '#engine/port';
import { createMemoryRunner, createSqliteRunner } from '#engine/runner';
import { sseIn } from '../served.fixture.ts';
import { createA2AHandler } from './a2a-handler.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

const READERS = 400;
const WORDS = ['it ', 'is ', 'very ', 'sunny ', 'today'];
/** Chunks that may be handed out in one turn of the event loop: what holds it for milliseconds. */
const MOST_IN_A_TURN = 250;

const RUNNERS: Record<string, (agents: readonly ServedAgent[]) => Runner> = {
  memory: (agents) => createMemoryRunner({ agents }),
  SQLite: (agents) => createSqliteRunner({ path: join(folder, 'tasks.db'), agents }),
};

/** Each way of subscribing, and what its reader finds at the end. */
const FORMS = [
  { version: '1.0', over: 'REST', end: 'TASK_STATE_COMPLETED' },
  { version: '1.0', over: 'JSON-RPC', end: 'TASK_STATE_COMPLETED' },
  { version: '0.3', over: 'REST', end: 'TASK_STATE_COMPLETED' },
  { version: '0.3', over: 'JSON-RPC', end: '"completed"' },
] as const;

function subscription({ version, over }: (typeof FORMS)[number], id: string, n: number): Request {
  const headers = { 'a2a-version': version, 'content-type': 'application/json' };
  if (over === 'REST') {
    const path = version === '1.0' ? `tasks/${id}:subscribe` : `v1/tasks/${id}:subscribe`;
    return new Request(`http://a/${path}`, { headers });
  }
  const method = version === '1.0' ? 'SubscribeToTask' : 'tasks/resubscribe';
  const body = JSON.stringify({ jsonrpc: '2.0', id: `reader ${n}`, method, params: { id } });
  return new Request('http://a/', { method: 'POST', headers, body });
}

function streamOf(response: Response | undefined): ReadableStream<Uint8Array> {
  if (!response?.body) throw new Error('there is no stream');
  return response.body as ReadableStream<Uint8Array>;
}

/** All that is still to come, after what was read; tells of each piece. */
async function restOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  before: string,
  onPiece: () => void,
): Promise<string> {
  let text = before;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    onPiece();
    text += Buffer.from(value).toString();
  }
}

it.each(Object.entries(RUNNERS))(
  'tells hundreds of readers everything, each in its form, a bounded number a turn (%s)',
  async (_name, createRunner) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const agent: AgentFn = async (_messages, { emit }) => {
      ask();
      await released;
      for (const text of WORDS) emit({ type: 'text', text });
      return { role: 'assistant', content: WORDS.join('') };
    };
    const environment = functionEnvironment({});
    const runner = createRunner([
      {
        name: 'a',
        agent,
        toolSite: 'server',
        limits: { max_steps: 3, time_limit_s: 600 },
        environment: () => environment,
      },
    ]);
    const handler = createA2AHandler({
      runner,
      agent: { name: 'a', description: 'Under test.', version: '1.0.0' },
    });
    const message = { role: 'user', content: 'weather?' } as const;
    const { id } = await runner.submit({ agent: 'a', principal: '', messageId: 'm', message });
    // From here on every reader finds the task alike.
    await asked;
    let handedOut = 0;
    const handOut = (): void => void (handedOut += 1);
    let most = 0;
    const texts: Promise<string>[] = [];
    for (let n = 0; n < READERS; n += 1) {
      const response = await handler(subscription(FORMS[n % FORMS.length] ?? FORMS[0], id, n));
      const reader = streamOf(response).getReader();
      const first = await reader.read();
      texts.push(restOf(reader, Buffer.from(first.value ?? []).toString(), handOut));
    }
    let isOver = false;
    const countTurn = (): void => {
      most = Math.max(most, handedOut);
      handedOut = 0;
      if (!isOver) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    release();
    const read = await Promise.all(texts);
    isOver = true;
    read.forEach((text, n) => {
      const { over, end } = FORMS[n % FORMS.length] ?? FORMS[0];
      expect(text).toContain(end);
      expect(text).toContain('today');
      const answers = sseIn(text).map(({ data }) => data as { id?: string });
      const ids = new Set(answers.map((answer) => (over === 'REST' ? undefined : answer.id)));
      expect([...ids]).toEqual([over === 'REST' ? undefined : `reader ${n}`]);
    });
    for (let form = 0; form < FORMS.length; form += 1) {
      const alike = read.filter((_, n) => n % FORMS.length === form);
      const events = alike.map((text) => sseIn(text.replaceAll(/reader \d+/g, 'reader')));
      expect(events.every((one) => JSON.stringify(one) === JSON.stringify(events[0]))).toBe(true);
    }
    expect(most).toBeLessThanOrEqual(MOST_IN_A_TURN);
    await runner.close(0);
  },
);
