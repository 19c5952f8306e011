import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from '@timestep-ai/timestep';

const COUNTERS = '/proc/self/io';
const AT_ONCE = [1, 8, 20];
const WARM_UP = 400;
const TASKS = 2000;
const HEADERS = { 'content-type': 'application/json', 'a2a-version': '1.0' };

/**
 * Measures how much a task with one step writes to disk with this number of concurrent A2A clients,
 * as lines of text. Whole blocks are counted, including blocks that checkpoints write again.
 * Requires Linux, and a folder that is not in memory.
 */
export async function measureTaskWrites(parent: string): Promise<readonly string[]> {
  if (!existsSync(COUNTERS)) return [`what a task writes is not measured: there is no ${COUNTERS}`];
  const lines: string[] = [];
  for (const clients of AT_ONCE) {
    const kilobytes = (await bytesOfTask(parent, clients)) / 1000;
    lines.push(`a task of one step, ${clients} at once, writes  ${kilobytes.toFixed(1)} kB`);
  }
  return lines;
}

async function bytesOfTask(parent: string, clients: number): Promise<number> {
  const folder = mkdtempSync(join(parent, 'timestep-writes-'));
  const agent = new Agent({
    agentId: 'echo',
    name: 'Echo',
    model: (messages) => ({ role: 'assistant', content: `heard ${messages.length} messages` }),
  });
  const serving = await agent.start({ port: 0, database: join(folder, 'tasks.db') });
  try {
    await askAll(serving.url, clients, WARM_UP);
    const before = readWrittenBytes();
    await askAll(serving.url, clients, TASKS);
    return (readWrittenBytes() - before) / TASKS;
  } finally {
    await serving.close();
    rmSync(folder, { recursive: true });
  }
}

async function askAll(url: string, clients: number, tasks: number): Promise<void> {
  let left = tasks;
  const client = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      await sendRequest(url);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function sendRequest(url: string): Promise<void> {
  const parts = [{ text: 'What is the weather in Oakland today?' }];
  const message = { messageId: randomUUID(), role: 'ROLE_USER', parts };
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: { message },
  });
  const response = await fetch(url, { method: 'POST', headers: HEADERS, body });
  const answer = await response.text();
  if (!answer.includes('TASK_STATE_COMPLETED')) throw new Error(`not completed: ${answer}`);
}

/** Returns the bytes of file blocks that this process has changed. */
function readWrittenBytes(): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(COUNTERS, 'utf8'))?.[1]);
}
