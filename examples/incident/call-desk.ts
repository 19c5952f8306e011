/** A task of A2A 1.0, as far as this example reads it. */
interface TaskResult {
  readonly id: string;
  readonly status: { readonly state: string };
}

/** Sends a message to an agent, or answers the task that waits for it. Returns without waiting for the work. */
export async function sendMessage(
  address: string,
  text: string,
  taskId?: string,
): Promise<TaskResult> {
  const message = {
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts: [{ text }],
    ...(taskId !== undefined && { taskId }),
  };
  const configuration = { returnImmediately: true };
  const { task } = await call<{ readonly task: TaskResult }>(address, 'SendMessage', {
    message,
    configuration,
  });
  return task;
}

/** Returns the state of a task, such as `TASK_STATE_COMPLETED`. */
export async function readState(address: string, id: string): Promise<string> {
  return (await call<TaskResult>(address, 'GetTask', { id })).status.state;
}

async function call<Result>(address: string, method: string, params: object): Promise<Result> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as {
    readonly result?: Result;
    readonly error?: { readonly message: string };
  };
  if (!result) throw new Error(`${method}: ${error?.message ?? response.status}`);
  return result;
}
