import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { bridgeClient } from '../bridge-client.ts';
import { programOf } from '../program.ts';

/** What has become of a message. */
export interface Outcome {
  readonly state: 'working' | 'completed' | 'failed' | 'input-required';
  readonly text: string;
}

/** The process that has work done by a peer, and a client that gives it messages. */
export interface Caller {
  /** Starts the process, which may kill itself before it sends to the peer. */
  start(kill: 'sending' | undefined): Promise<void>;
  kill(): Promise<void>;
  /** Resolves once the process has killed itself. */
  died(): Promise<void>;
  /** Gives a message. A repeated message is the same message. */
  ask(text: string): Promise<void>;
  look(text: string): Promise<Outcome>;
}

export interface CallerOptions {
  readonly peer: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

const SUBJECT = fileURLToPath(new URL('subject.ts', import.meta.url));
const MAIN = fileURLToPath(
  new URL('../../../../packages/timestep/src/people/cli/main.ts', import.meta.url),
);

/** The caller is a server, whose client speaks A2A. */
export function createServedCaller({ peer, folder, env }: CallerOptions): Caller {
  let death = Promise.withResolvers<void>();
  let killing: string | undefined;
  const program = programOf({
    name: 'subject',
    folder,
    run: (port) => ({
      args: [SUBJECT],
      env: { ...env, PORT: port, PEER: peer, ...(killing !== undefined && { KILL: killing }) },
    }),
    onDeath: () => death.resolve(),
  });

  async function call(method: string, params: object): Promise<WireTask | undefined> {
    try {
      const response = await fetch(program.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      const { result } = (await response.json()) as {
        readonly result?: { readonly task?: WireTask };
      };
      return result?.task;
    } catch {
      // The process is dead.
      return undefined;
    }
  }
  /** A message that is sent again returns its task. */
  const send = (text: string): Promise<WireTask | undefined> => {
    const message = { messageId: text, role: 'ROLE_USER', parts: [{ text }] };
    return call('SendMessage', { message, configuration: { returnImmediately: true } });
  };

  return {
    async start(kill) {
      killing = kill;
      death = Promise.withResolvers();
      await program.start();
    },
    kill: () => program.kill(),
    died: () => death.promise,
    ask: async (text) => void (await send(text)),
    async look(text) {
      const task = await send(text);
      return task ? toOutcome(task) : { state: 'working', text: '' };
    },
  };
}

interface WireTask {
  readonly status: {
    readonly state: string;
    readonly message?: { readonly parts?: readonly { readonly text?: string }[] };
  };
}

const STATES: Readonly<Record<string, Outcome['state']>> = {
  TASK_STATE_COMPLETED: 'completed',
  TASK_STATE_FAILED: 'failed',
  TASK_STATE_INPUT_REQUIRED: 'input-required',
};

function toOutcome({ status: { state, message } }: WireTask): Outcome {
  const text = (message?.parts ?? []).map((part) => part.text ?? '').join('');
  return { state: STATES[state] ?? 'working', text };
}

/** The caller is `timestep a2a-mcp`, whose client speaks MCP. */
export function createBridgeCaller({ peer, folder, env }: CallerOptions): Caller {
  const { host } = new URL(peer);
  const agent = host.replaceAll(/[.:]/g, '-');
  const client = bridgeClient({
    command: process.execPath,
    args: ['--conditions=@timestep/source', MAIN, 'a2a-mcp', peer, '--database', 'tasks.db'],
    cwd: folder,
    env: { ...env, PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  const signal = AbortSignal.timeout(600_000);
  const ask = (text: string) =>
    client.call('call_agent', { agent, message: text, wait_s: 0 }, text, signal);
  return {
    start: async () => undefined,
    kill: () => client.kill(),
    died: () => pause(0),
    ask: async (text) => void (await ask(text)),
    async look(text) {
      const { task } = await ask(text);
      const report = await client.call('get_task', { task, wait_s: 0 }, `get ${text}`, signal);
      const { state, answer = '', question, error = '' } = report;
      const said = answer + (question?.text ?? '') + error;
      const known = ['completed', 'failed', 'input-required'] as const;
      return { state: known.find((one) => one === state) ?? 'working', text: said };
    },
  };
}
