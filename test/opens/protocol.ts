/** Requests over HTTP as any client makes them: A2A 1.0 as JSON-RPC, and OpenAI Responses. */

/** The fields of an A2A 1.0 task that these tests read. */
export interface A2ATask {
  readonly id: string;
  readonly contextId: string;
  readonly status: {
    readonly state: string;
    readonly message?: { readonly parts: readonly Part[] };
  };
  readonly artifacts?: readonly { readonly artifactId: string; readonly parts: readonly Part[] }[];
  readonly history?: readonly { readonly role: string; readonly parts: readonly Part[] }[];
}

export interface Part {
  readonly text?: string;
  readonly data?: unknown;
}

/** A message as a client sends it. */
export interface Sent {
  readonly messageId: string;
  readonly parts: readonly Part[];
  readonly taskId?: string;
  readonly contextId?: string;
}

/** The fields of a response that these tests read. */
export interface ModelResponse {
  readonly id: string;
  readonly status: string;
  readonly output: readonly {
    readonly type: string;
    readonly id: string;
    readonly call_id?: string;
    readonly name?: string;
    readonly arguments?: string;
    readonly content?: readonly { readonly text: string }[];
  }[];
}

const CALLS = 'https://timestep.dev/a2a/tool-calls/v1';

/** Sends a message to an agent, and returns the task at once or after it settles. */
export async function send(
  url: string,
  agent: string,
  sent: Sent,
  configuration: object = {},
): Promise<A2ATask> {
  const message = { role: 'ROLE_USER', extensions: [CALLS], ...sent };
  const { task } = await rpc<{ task: A2ATask }>(url, agent, 'SendMessage', {
    message,
    configuration,
  });
  return task;
}

export function taskOf(url: string, agent: string, id: string): Promise<A2ATask> {
  return rpc<A2ATask>(url, agent, 'GetTask', { id });
}

/** Calls a method of A2A 1.0. Rejects with the message of the error. */
export async function rpc<T>(
  url: string,
  agent: string,
  method: string,
  params: object,
): Promise<T> {
  const response = await fetch(`${url}/agents/${agent}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'a2a-version': '1.0',
      'a2a-extensions': CALLS,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as {
    readonly result?: T;
    readonly error?: { readonly message: string };
  };
  if (result === undefined) throw new Error(`${method} of ${agent}: ${JSON.stringify(error)}`);
  return result;
}

/** What is said in parts: texts as they are, data as JSON. */
export function saidIn(parts: readonly Part[] = []): string {
  return parts.map(({ text, data }) => text ?? JSON.stringify(data)).join(' ');
}

/** A task as it ended or waits: its state, what it says last, and its history in lines. */
export function outcomeOf({ status, artifacts = [], history = [] }: A2ATask): {
  readonly state: string;
  readonly answers: readonly string[];
  readonly history: readonly string[];
} {
  return {
    state: status.state,
    answers: artifacts.map(({ parts }) => saidIn(parts)),
    history: history.map(({ role, parts }) => `${role}: ${saidIn(parts)}`),
  };
}

export function respond(url: string, body: object): Promise<ModelResponse> {
  return post<ModelResponse>(`${url}/v1/responses`, body);
}

export async function responseOf(url: string, id: string): Promise<ModelResponse> {
  return answered<ModelResponse>(await fetch(`${url}/v1/responses/${id}`));
}

/** All that a response says. */
export function textIn({ output }: ModelResponse): string {
  return output.flatMap(({ content = [] }) => content.map(({ text }) => text)).join('');
}

/** Rejects with the status and the body of what is not answered. */
export async function post<T>(address: string, body: object): Promise<T> {
  return answered<T>(
    await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

async function answered<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  throw new Error(`${response.status}: ${await response.text()}`);
}
