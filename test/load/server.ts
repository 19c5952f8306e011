/** The process under load: `server.ts <database>`. It takes orders from its parent process. */
import { readFileSync } from 'node:fs';
import { Agent, scriptedAgent, serve, type AgentFn } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { watchLoop, type LoopFigures } from './loop-watch.ts';
import type { News, Order } from './messages.ts';

const [database = ''] = process.argv.slice(2);

let release = (): void => undefined;
let released = new Promise<void>((resolve) => (release = resolve));
let figures: () => LoopFigures = () => ({ p99: 0, longest: 0, longestCpu: 0 });
let cpu = process.cpuUsage();

/** Answers immediately. */
const parrot = scriptedAgent(
  (messages) => `heard ${getText(messages.at(-1) ?? { role: 'user', content: '' })}`,
);

/** Answers when it is ordered to. */
const waiter: AgentFn = async () => {
  await released;
  return { role: 'assistant', content: 'done' };
};

/**
 * Streams the requested number of words when it is ordered to, and yields to the event loop after
 * each.
 */
const speaker: AgentFn = async (messages, { emit }) => {
  const words = Number(messages.at(-1)?.content);
  await released;
  let content = '';
  for (let word = 0; word < words; word += 1) {
    emit({ type: 'text', text: `word${word} ` });
    content += `word${word} `;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { role: 'assistant', content };
};

const PAUSE_MS = 20;

const serving = await serve({
  agents: Object.entries({ parrot, waiter, speaker }).map(
    ([agentId, model]) => new Agent({ agentId, name: agentId, model }),
  ),
  port: 0,
  database,
  protocols: ['a2a'],
  onError: (thrown) => process.stderr.write(`${String(thrown)}\n`),
});

process.on('message', (order: Order) => {
  switch (order.type) {
    case 'watch':
      figures = watchLoop();
      cpu = process.cpuUsage();
      return tell({ type: 'done' });
    case 'figures': {
      const { user, system } = process.cpuUsage(cpu);
      return tell({ type: 'figures', figures: { loop: figures(), cpuMs: (user + system) / 1000 } });
    }
    case 'release':
      release();
      released = new Promise((resolve) => (release = resolve));
      return tell({ type: 'done' });
    case 'written':
      return tell({ type: 'written', bytes: bytesWritten() });
    case 'memory': {
      globalThis.gc?.();
      const { heapUsed, rss } = process.memoryUsage();
      return tell({ type: 'memory', memory: { heapMb: heapUsed / MB, rssMb: rss / MB } });
    }
  }
});
// A server must exit when its measuring process has ended.
process.on('disconnect', () => process.exit(0));

const MB = 1024 ** 2;

/**
 * Returns the bytes that this process has written to disk; 0 if the system does not report them.
 */
function bytesWritten(): number {
  if (process.platform !== 'linux') return 0;
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
}

function tell(news: News): void {
  process.send?.(news);
}

tell({ type: 'listening', url: serving.url });
