import {
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  getEffectiveCall,
  formatQuestion,
  parseArguments,
  type CallState,
  type JsonObject,
  type Question,
  type Task,
} from '../../../core/index.ts';
import type { Interrupt } from '../wire/agui-event.ts';
import { formatInterruptId } from '../wire/interrupt-id.ts';

/** Schema of an approval decision in the `payload` of an answer. */
const DECISION_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    reason: { type: 'string', description: 'Why the call is denied. The model reads it.' },
    arguments: { type: 'object', description: 'Arguments that replace those of the model.' },
    scope: { enum: ['once', 'session'] },
  },
  required: ['approved'],
};

/** Lists all approval requests, and the oldest question of a tool. */
export function listInterrupts(task: Task): Interrupt[] {
  const approvals = listCallsAwaitingApproval(task).map((state) =>
    createApprovalInterrupt(task.id, state),
  );
  const [asking] = listCallsAwaitingAnswer(task);
  if (!asking?.question) return approvals;
  return [...approvals, createQuestionInterrupt(task.id, asking.call.id, asking.question)];
}

function createApprovalInterrupt(taskId: string, state: CallState): Interrupt {
  const { id: callId, function: called } = getEffectiveCall(state);
  const { name, arguments: text } = called;
  const why = state.judged?.reason;
  return {
    id: formatInterruptId({ kind: 'approval', taskId, callId }),
    reason: 'tool_call',
    message: `May ${name} be called?${why === undefined ? '' : ` ${why}`}`,
    toolCallId: callId,
    responseSchema: DECISION_SCHEMA,
    metadata: { name, arguments: parseArguments(text) ?? text },
  };
}

function createQuestionInterrupt(taskId: string, callId: string, question: Question): Interrupt {
  const { options, schema } = question;
  return {
    id: formatInterruptId({ kind: 'question', taskId, callId }),
    reason: 'input_required',
    message: formatQuestion(question),
    toolCallId: callId,
    responseSchema: schema ?? { type: 'string' },
    ...(options && { metadata: { options } }),
  };
}
