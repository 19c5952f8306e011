import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** Requests over persistent connections, so that the load is on the server and not on sockets. */
export interface Requests {
  /** Sends a message to an agent and returns the id of its task. */
  send(agentId: string, text: string, options: SendOptions): Promise<string>;
  /** Waits until a task has ended. */
  ended(agentId: string, taskId: string): Promise<void>;
  /** Reads the stream of a task to its end; returns whether it contained the end of the task. */
  subscribe(agentId: string, taskId: string, onOpen: () => void): Promise<boolean>;
  close(): void;
}

interface SendOptions {
  readonly messageId: string;
  /** True: does not wait for the answer. */
  readonly returnImmediately: boolean;
}

const HEADERS = { 'a2a-version': '1.0', 'content-type': 'application/json' };
const LOOK_MS = 20;
const THE_END = 'TASK_STATE_COMPLETED';

export function requestsTo(url: string): Requests {
  const kept = new Agent({ keepAlive: true });

  function open(
    path: string,
    method: string,
    agent: Agent | false,
    body?: string,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { method, agent, headers: HEADERS }, resolve);
      sent.on('error', reject);
      sent.end(body);
    });
  }

  return {
    async send(agentId, text, { messageId, returnImmediately }) {
      const body = JSON.stringify({
        message: { messageId, role: 'ROLE_USER', parts: [{ text }] },
        configuration: { returnImmediately },
      });
      const answer = await open(`/agents/${agentId}/message:send`, 'POST', kept, body);
      const said = await textOf(answer);
      if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}: ${said}`);
      const { task } = JSON.parse(said) as { task: { id: string; status: { state: string } } };
      if (!returnImmediately && task.status.state !== THE_END)
        throw new Error(`not ended: ${said}`);
      return task.id;
    },
    async ended(agentId, taskId) {
      for (;;) {
        const path = `/agents/${agentId}/tasks/${taskId}?historyLength=0`;
        const said = await textOf(await open(path, 'GET', kept));
        if (said.includes(THE_END)) return;
        await setTimeout(LOOK_MS);
      }
    },
    async subscribe(agentId, taskId, onOpen) {
      const answer = await open(`/agents/${agentId}/tasks/${taskId}:subscribe`, 'GET', false);
      if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
      onOpen();
      let tail = '';
      for await (const chunk of answer) tail = (tail + String(chunk)).slice(-1000);
      return tail.includes(THE_END);
    },
    close: () => kept.destroy(),
  };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return text;
}

/** Runs `count` actions, up to a number of them concurrently. */
export async function sideBySide(
  amount: number,
  lanes: number,
  act: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(lanes, amount) }, async () => {
      while (next < amount) {
        next += 1;
        await act(next);
      }
    }),
  );
}
