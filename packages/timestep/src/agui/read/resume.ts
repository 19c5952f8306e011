import {
  approvalIn,
  isJsonObject,
  type ApprovalDecision,
  type JsonValue,
  type UserMessage,
} from '../../core/index.ts';
import { invalidField } from '../wire/agui-error.ts';
import { askedBy } from '../wire/interrupt-id.ts';
import type { ResumeEntry } from '../wire/run-input.ts';

/** The answers to the interrupts of a task. */
export interface Answers {
  readonly taskId: string;
  readonly approvals: readonly ApprovalDecision[];
  /** The answer to the question of a tool. */
  readonly message?: UserMessage;
}

/** What a tool reads where the person gives up its question. */
const UNANSWERED = 'The question was not answered.';

/**
 * Reads the answers of a run that goes on from an interrupted one; `undefined` where there are none. A
 * decision is never guessed: what cannot be read is refused.
 */
export function answersIn(entries: readonly ResumeEntry[]): Answers | undefined {
  let answers: Answers | undefined;
  for (const entry of entries) {
    const asked = askedBy(entry.interruptId);
    if (!asked) throw invalidField(`${entry.path}.interruptId`, 'names no interrupt of this agent');
    const { kind, taskId, callId } = asked;
    answers ??= { taskId, approvals: [] };
    if (answers.taskId !== taskId) {
      throw invalidField(
        `${entry.path}.interruptId`,
        'belongs to another run than those before it',
      );
    }
    if (kind === 'approval') {
      answers = { ...answers, approvals: [...answers.approvals, decisionIn(entry, callId)] };
    } else if (answers.message) {
      throw invalidField(entry.path, 'answers a second question: one is asked at a time');
    } else answers = { ...answers, message: answerIn(entry) };
  }
  return answers;
}

function decisionIn({ path, status, payload }: ResumeEntry, callId: string): ApprovalDecision {
  if (status === 'cancelled') return { callId, approved: false };
  if (!isJsonObject(payload)) {
    return { callId, approved: yesOrNo(payload, `${path}.payload`) };
  }
  const { reason, scope } = payload;
  const approved = yesOrNo(payload['approved'], `${path}.payload.approved`);
  const changed = payload['arguments'];
  if (reason !== undefined && typeof reason !== 'string') {
    throw invalidField(`${path}.payload.reason`, 'must be a string');
  }
  if (changed !== undefined && !isJsonObject(changed)) {
    throw invalidField(`${path}.payload.arguments`, 'must be an object');
  }
  if (scope !== undefined && scope !== 'once' && scope !== 'session') {
    throw invalidField(`${path}.payload.scope`, 'must be once or session');
  }
  return {
    callId,
    approved,
    ...(reason !== undefined && { reason }),
    ...(changed && { arguments: JSON.stringify(changed) }),
    ...(scope && { scope }),
  };
}

function yesOrNo(value: JsonValue | undefined, path: string): boolean {
  if (typeof value === 'boolean') return value;
  const said = typeof value === 'string' ? approvalIn({ role: 'user', content: value }) : undefined;
  if (said === undefined) throw invalidField(path, 'must be true or false');
  return said;
}

function answerIn({ path, status, payload }: ResumeEntry): UserMessage {
  if (status === 'cancelled') return { role: 'user', content: UNANSWERED };
  if (payload === undefined || payload === null) {
    throw invalidField(`${path}.payload`, 'is missing: it is the answer to the question');
  }
  if (typeof payload === 'string') return { role: 'user', content: payload };
  if (!isJsonObject(payload)) return { role: 'user', content: JSON.stringify(payload) };
  return { role: 'user', content: [{ type: 'data', data: payload }] };
}
