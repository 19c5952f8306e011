/** How a call ended, as its caller saw it. */
export type Seen = 'completed' | 'failed' | 'cut' | 'refused';

export interface Caller {
  readonly name: string;
  /** Whether the task is in the log after the call. */
  readonly isStored: boolean;
  readonly path: string;
  readonly body: (text: string, id: string) => object;
}

const inA2a =
  (method: string) =>
  (text: string, messageId: string): object => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { message: { role: 'ROLE_USER', messageId, parts: [{ text }] } },
  });

/** A caller of each protocol that a server serves by default. */
export const CALLERS: readonly Caller[] = [
  { name: 'a2a', isStored: true, path: '/agents/desk', body: inA2a('SendMessage') },
  { name: 'a2a-stream', isStored: true, path: '/agents/desk', body: inA2a('SendStreamingMessage') },
  {
    name: 'responses',
    isStored: true,
    path: '/v1/responses',
    body: (input) => ({ model: 'desk', input }),
  },
  {
    name: 'responses-stream',
    isStored: true,
    path: '/v1/responses',
    body: (input) => ({ model: 'desk', input, stream: true }),
  },
  {
    name: 'completions',
    isStored: false,
    path: '/v1/chat/completions',
    body: (content) => ({ model: 'desk', messages: [{ role: 'user', content }] }),
  },
  {
    name: 'agui',
    isStored: true,
    path: '/agents/desk/agui',
    body: (content, id) => ({
      threadId: `thread-${id}`,
      runId: `run-${id}`,
      messages: [{ id, role: 'user', content }],
      tools: [],
      context: [],
      state: {},
      forwardedProps: {},
    }),
  },
];

// The code `stream-broken` says that the stream of a run failed, and not the run.
const FAILED =
  /TASK_STATE_(FAILED|CANCELED|REJECTED)|"status":"failed"|"RUN_ERROR","code":"(?!stream-broken)/;

/** Makes a call and reads its answer to the end. */
export async function call(url: string, caller: Caller, key: string, ms: number): Promise<Seen> {
  let text = '';
  try {
    const response = await fetch(url + caller.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'a2a-version': '1.0',
      },
      body: JSON.stringify(caller.body(`${key} takes ${ms}`, key)),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream());
    for await (const piece of reader ?? []) text += piece;
    if (response.status !== 200 && !text.includes('server_stopping')) return 'refused';
  } catch {
    // A cut connection is one of the ends.
  }
  if (text.includes(`done-${key}`)) return 'completed';
  return FAILED.test(text) ? 'failed' : 'cut';
}
