import {
  callsAwaitingAnswer,
  callsAwaitingApproval,
  callToMake,
  questionText,
  readArguments,
  type CallState,
  type JsonObject,
  type Question,
  type Task,
} from '../../core/index.ts';
import type { Interrupt } from '../wire/event.ts';
import { interruptIdOf } from '../wire/interrupt-id.ts';

/** A decision about a call, as `payload` of the answer. */
const DECISION: JsonObject = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    reason: { type: 'string', description: 'Why not; the model reads it.' },
    arguments: { type: 'object', description: "Arguments in place of the model's." },
    scope: { enum: ['once', 'session'] },
  },
  required: ['approved'],
};

/**
 * What a task waits for that is not a result of a tool of the application: all decisions about calls, and
 * the oldest question of a tool. Tools with further questions are heard after its answer.
 */
export function interruptsOf(task: Task): Interrupt[] {
  const approvals = callsAwaitingApproval(task).map((state) => approvalInterrupt(task.id, state));
  const [asking] = callsAwaitingAnswer(task);
  if (!asking?.question) return approvals;
  return [...approvals, questionInterrupt(task.id, asking.call.id, asking.question)];
}

function approvalInterrupt(taskId: string, state: CallState): Interrupt {
  const { id: callId, function: called } = callToMake(state);
  const { name, arguments: text } = called;
  const why = state.judged?.reason;
  return {
    id: interruptIdOf({ kind: 'approval', taskId, callId }),
    reason: 'tool_call',
    message: `May ${name} be called?${why === undefined ? '' : ` ${why}`}`,
    toolCallId: callId,
    responseSchema: DECISION,
    metadata: { name, arguments: readArguments(text) ?? text },
  };
}

function questionInterrupt(taskId: string, callId: string, question: Question): Interrupt {
  const { options, schema } = question;
  return {
    id: interruptIdOf({ kind: 'question', taskId, callId }),
    reason: 'input_required',
    message: questionText(question),
    toolCallId: callId,
    responseSchema: schema ?? { type: 'string' },
    ...(options && { metadata: { options } }),
  };
}
