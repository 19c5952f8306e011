import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Moment } from './kill-points.ts';
import type { Effect } from './records.ts';
import { reply } from './script.ts';
import type { ToolName } from './subject.ts';

/** The world outside the process that is killed: the model, and where effects arrive. */
export interface Outside {
  readonly url: string;
  readonly effects: readonly Effect[];
  readonly modelCalls: () => number;
  /** When something was first asked for after a time, by `performance.now()`. */
  readonly firstAskedAfter: (time: number) => number | undefined;
  close(): Promise<void>;
}

const MODEL_MS = 15;
const EFFECT_MS = 10;
const PIECE_MS = 8;

/** Opens the world of one story. `pass` is called at each moment that it sees. */
export async function openOutside(pass: (moment: Moment) => void): Promise<Outside> {
  const effects: Effect[] = [];
  let modelCalls = 0;
  const askedAt: number[] = [];

  async function answerModel(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { task, results } = (await readJson(request)) as { task: string; results: number };
    modelCalls += 1;
    const said = reply(task, results, modelCalls);
    const number = results === 0 ? 1 : results === 1 ? 2 : 3;
    pass(`model call ${number}`);
    await setTimeout(MODEL_MS);
    if (said.kind === 'call') {
      response.end(`${JSON.stringify(said)}\n`);
      pass(number === 1 ? 'model reply 1' : 'model reply 2');
      return;
    }
    response.write(`${JSON.stringify({ kind: 'answer' })}\n`);
    for (const [index, piece] of said.pieces.entries()) {
      await setTimeout(PIECE_MS);
      response.write(`${JSON.stringify(piece)}\n`);
      if (index === Math.floor(said.pieces.length / 2)) pass('the answer streams');
    }
    response.end();
  }

  async function answerEffect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { name, key } = (await readJson(request)) as { name: ToolName; key: string };
    effects.push({ name, key });
    pass(`effect ${name}`);
    await setTimeout(EFFECT_MS);
    response.end(JSON.stringify({ done: name }));
    pass(`result ${name}`);
  }

  const server = createServer((request, response) => {
    askedAt.push(performance.now());
    const answering = request.url === '/model' ? answerModel : answerEffect;
    answering(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    effects,
    modelCalls: () => modelCalls,
    firstAskedAfter: (time) => askedAt.find((at) => at > time),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as unknown;
}
