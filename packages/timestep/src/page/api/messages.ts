import type { Submission, Task } from '../../core/index.ts';
import { RunnerError } from '../../port/index.ts';
import type { TaskMessage } from '../../view/index.ts';
import { taskHead } from '../task-line.ts';
import { taskMessage } from './message-body.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

/** What people say to tasks: answers, decisions, and words while they work. */
export const MESSAGE_ROUTES: readonly ApiRoute[] = [
  { method: 'POST', path: '/tasks/:id/messages', answer: messageAnswer },
];

async function messageAnswer({ request, context, param }: ApiCall): Promise<Response> {
  const { runner, readJson } = context.site;
  const body = await readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const said = taskMessage(body.value);
  if (!said) {
    const message =
      'write {"messageId","text"} or {"messageId","approvals":[{"callId","approved"}]}; changed arguments are the JSON text of an object';
    return refusal(400, 'bad-request', message);
  }
  const task = await runner.get(param('id'));
  if (!task) {
    return refusal(404, 'task-not-found', 'there is no such task: it may have been erased');
  }
  try {
    return data(taskHead(await runner.submit(submissionOf(task, said))));
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    return refusal(409, thrown.code, thrown.message);
  }
}

/** An operator answers in the name of the principal whose task it is. */
function submissionOf(
  { id, origin: { agent, principal } }: Task,
  { messageId, text, approvals }: TaskMessage,
): Submission {
  return {
    agent,
    principal,
    taskId: id,
    messageId,
    ...(text !== undefined && { message: { role: 'user', content: text } }),
    ...(approvals && { approvals }),
  };
}
