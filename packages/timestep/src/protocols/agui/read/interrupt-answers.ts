import {
  createFields,
  omitUndefined,
  parseApproval,
  isJsonObject,
  readObject,
  readText,
  readConsent,
  requireFlag,
  type ApprovalDecision,
  type Fields,
  type UserMessage,
} from '#core';
import { createInvalidFieldError } from '../wire/agui-error.ts';
import { FIELD_RULES } from './agui-fields.ts';
import { PARKED, parseInterruptId } from '../wire/interrupt-id.ts';
import type { ResumeEntry } from '../wire/run-input.ts';

export interface InterruptAnswers {
  readonly taskId: string;
  readonly approvals: readonly ApprovalDecision[];
  readonly message?: UserMessage;
}

/** Answer that a tool receives if the user dismisses its question. */
const UNANSWERED = 'The question was not answered.';

/** Reads the user's answers to interrupts. Undefined if there are none. Throws if an answer is unreadable. */
export function readInterruptAnswers(
  entries: readonly ResumeEntry[],
): InterruptAnswers | undefined {
  let answers: InterruptAnswers | undefined;
  for (const entry of entries) {
    const asked = parseInterruptId(entry.interruptId);
    const idPath = `${entry.path}.interruptId`;
    if (!asked) throw createInvalidFieldError(idPath, 'is not an interrupt id of this agent');
    const { kind, taskId, callId } = asked;
    answers ??= { taskId, approvals: [] };
    if (answers.taskId !== taskId) {
      const problem = 'belongs to a different run than the previous entries';
      throw createInvalidFieldError(idPath, problem);
    }
    if (kind === 'approval') {
      answers = { ...answers, approvals: [...answers.approvals, readDecision(entry, callId)] };
    } else if (answers.message) {
      const problem = 'answers a second question: answer one question per run';
      throw createInvalidFieldError(entry.path, problem);
    } else answers = { ...answers, message: interruptAnswerToMessage(entry, callId) };
  }
  return answers;
}

function readDecision({ path, status, payload }: ResumeEntry, callId: string): ApprovalDecision {
  if (status === 'cancelled') return { callId, approved: false };
  if (!isJsonObject(payload)) {
    const entry = createFields({ payload: payload ?? null }, FIELD_RULES, path);
    return { callId, approved: requireYesOrNo(entry, 'payload') };
  }
  const fields = createFields(payload, { ...FIELD_RULES, rejectsNull: true }, `${path}.payload`);
  const approved = requireYesOrNo(fields, 'approved');
  const reason = readText(fields, 'reason');
  const changed = readObject(fields, 'arguments');
  const args = changed && JSON.stringify(changed.object);
  return omitUndefined({ callId, approved, reason, arguments: args, ...readConsent(fields) });
}

/** Reads a boolean, or a word such as "yes". */
function requireYesOrNo(fields: Fields, name: string): boolean {
  const value = fields.object[name];
  const said =
    typeof value === 'string' ? parseApproval({ role: 'user', content: value }) : undefined;
  return said ?? requireFlag(fields, name);
}

function interruptAnswerToMessage(
  { path, status, payload }: ResumeEntry,
  callId: string,
): UserMessage {
  if (status === 'cancelled') {
    return { role: 'user', content: callId === PARKED ? 'cancel' : UNANSWERED };
  }
  if (payload === undefined || payload === null) {
    const problem = 'is missing: it is the answer to the question';
    throw createInvalidFieldError(`${path}.payload`, problem);
  }
  if (typeof payload === 'string') return { role: 'user', content: payload };
  if (!isJsonObject(payload)) return { role: 'user', content: JSON.stringify(payload) };
  return { role: 'user', content: [{ type: 'data', data: payload }] };
}
