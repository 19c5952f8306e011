/** The headers of A2A 1.0 over JSON-RPC. */
export const A2A_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'a2a-version': '1.0',
};

/**
 * Creates one message to the agent. Every message has a unique id, because a known id is not
 * answered again.
 */
export function createMessageBody(method: string, number: number): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: number,
    method,
    params: {
      message: {
        messageId: `message-${number}`,
        role: 'ROLE_USER',
        parts: [{ text: createText(number) }],
      },
    },
  });
}

export function createText(number: number): string {
  return `hello number ${number}`;
}

/** Returns the error of an answer that should be a completed task which repeats the message. */
export function findTaskError(answer: string, number: number): string | undefined {
  const { id, result } = JSON.parse(answer) as { id?: unknown; result?: { task?: WireTask } };
  const task = result?.task;
  if (id !== number || task === undefined) return `no task in ${answer}`;
  if (task.status?.state !== 'TASK_STATE_COMPLETED') return `not completed: ${answer}`;
  const said = [...(task.status.message?.parts ?? []), ...(task.artifacts ?? []).flatMap(getParts)];
  return said.some((part) => part.text === createText(number))
    ? undefined
    : `other text: ${answer}`;
}

interface Part {
  readonly text?: string;
}

interface Artifact {
  readonly parts?: readonly Part[];
}

interface WireTask {
  readonly status?: { readonly state?: string; readonly message?: Artifact };
  readonly artifacts?: readonly Artifact[];
}

function getParts({ parts = [] }: Artifact): readonly Part[] {
  return parts;
}
