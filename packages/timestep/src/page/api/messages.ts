import {
  callsAwaitingApproval,
  type NumberedEvent,
  type Submission,
  type Task,
} from '../../core/index.ts';
import { RunnerError } from '../../port/index.ts';
import type { TaskMessage } from '../../view/index.ts';
import { standingDecision } from '../standing-decision.ts';
import { taskHead } from '../task-line.ts';
import { taskMessage } from './message-body.ts';
import { data, refusal, type ApiCall, type ApiContext, type ApiRoute } from './route.ts';

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
    const calls = said.approvals?.map(({ callId }) => callId) ?? [];
    const decided = await decidedElsewhere(context, task.id, calls);
    return decided !== undefined
      ? refusal(409, 'decided-already', `this was decided in another window: ${decided}`)
      : refusal(409, thrown.code, thrown.message);
  }
}

/** A decision that another page has just made is among the newest events of a log. */
const NEWEST = 200;

/** What another page has decided about calls, in words; a runner that refuses an answer may not have written it yet. */
async function decidedElsewhere(
  { site: { runner }, ending }: ApiContext,
  id: string,
  callIds: readonly string[],
): Promise<string | undefined> {
  const task = await runner.get(id);
  if (!task || callIds.length === 0) return undefined;
  const isOpen = callsAwaitingApproval(task).some((call) => callIds.includes(call.call.id));
  const events: NumberedEvent[] = [];
  for await (const update of runner.updates(id, Math.max(0, task.generation - NEWEST), ending)) {
    if (update.kind !== 'event') continue;
    events.push(update.event);
    const isLast = !isOpen || standingDecision(events, callIds) !== undefined;
    if (isLast && update.event.generation >= task.generation) break;
  }
  return standingDecision(events, callIds);
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
