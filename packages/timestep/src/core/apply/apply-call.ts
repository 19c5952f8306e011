import { hasRemoteTask } from '../task/awaited-task.ts';
import {
  appendArtifacts,
  moveQueuedMessagesToTranscript,
  type Draft,
  type DraftCall,
} from './task-draft.ts';
import type { ApprovalDecision, TaskEvent } from '../events/event.ts';
import { createConsentUnlessDenied, type Consent } from '../task/consent.ts';
import { isAwaitingInput, type CallState, type Task } from '../task/task.ts';
import { formatDenial, formatFailure, formatToolOutcome } from '../task/tool-outcome.ts';

const DECLINED = formatFailure('not_executed', 'the user answered in words instead');

const INTERRUPTED = formatFailure('interrupted', 'the call was cut off and may have run');

type EventOf<Type extends TaskEvent['type']> = Extract<TaskEvent, { readonly type: Type }>;

/** Events about the tool calls of the newest reply. */
type CallEvent = EventOf<
  | 'results.received'
  | 'calls.declined'
  | 'tool.started'
  | 'tool.interrupted'
  | 'approval.requested'
  | 'approval.decided'
  | 'question.asked'
  | 'question.answered'
  | 'call.suspended'
  | 'call.resumed'
  | 'tool.returned'
  | 'tool.failed'
>;

/** How each event about a tool call changes a task. See `apply.ts` for why this is a table. */
export const APPLY_CALL_EVENT_BY_TYPE: {
  readonly [Type in CallEvent['type']]: (task: Draft, event: EventOf<Type>, at: number) => void;
} = {
  'results.received': applyClientResults,
  'calls.declined': (task, _event, at) => declineCallsAwaitingInput(task, at),
  'tool.started': (task, { callId, attempt, replay = 'never' }) =>
    updateCallIfPresent(task, callId, (call) => {
      call.status = 'running';
      call.attempt = attempt;
      call.replay = replay;
    }),
  'tool.interrupted': applyInterruption,
  'approval.requested': applyApprovalRequest,
  'approval.decided': applyApprovalDecision,
  'question.asked': (task, { callId, question }) =>
    updateCallIfPresent(task, callId, (call) => {
      resetCallToPlanned(call);
      call.question = question;
    }),
  'question.answered': applyAnswer,
  'call.suspended': (task, { callId, awaits }) =>
    updateCallIfPresent(task, callId, (call) => {
      resetCallToPlanned(call);
      call.awaits = awaits;
    }),
  'call.resumed': resumeWaitingCall,
  'tool.returned': finishCallWithToolResult,
  'tool.failed': (task, event, at) =>
    finishToolCall(task, event.callId, formatToolOutcome(event), at),
};

/** Resets a call to be made again, with a new idempotency key and no counted attempts. */
function resetCallToPlanned(call: DraftCall): void {
  call.status = 'planned';
  call.attempt = 0;
  if (call.dispatch) call.dispatch = undefined;
}

function applyClientResults(task: Draft, event: EventOf<'results.received'>, at: number): void {
  task.calls = task.calls.map((call): CallState => {
    const result = event.results.find((given) => given.callId === call.call.id);
    if (result === undefined || call.status === 'done') return call;
    const content = result.isError ? formatFailure(result.output) : result.output;
    return { ...call, status: 'done', content, resultMessageId: event.messageId };
  });
  moveQueuedMessagesToTranscript(task, at);
}

function declineCallsAwaitingInput(task: Draft, at: number): void {
  task.calls = task.calls.map((call): CallState => {
    if (call.status === 'done' || !(task.parked || isAwaitingInput(call))) return call;
    return { ...call, status: 'done', content: DECLINED };
  });
  moveQueuedMessagesToTranscript(task, at);
}

function applyInterruption(task: Draft, { callId }: EventOf<'tool.interrupted'>, at: number): void {
  const cut = task.calls.find(({ call }) => call.id === callId);
  const mayBeMadeAgain = cut !== undefined && (cut.replay !== 'never' || hasRemoteTask(cut));
  if (!mayBeMadeAgain) return finishToolCall(task, callId, INTERRUPTED, at);
  updateCallIfPresent(task, callId, (call) => {
    call.status = 'planned';
  });
}

function applyApprovalDecision(task: Draft, event: EventOf<'approval.decided'>, at: number): void {
  const { callId, approved, scope, arguments: changed } = event;
  if (!approved) return finishToolCall(task, callId, formatDenial(event), at);
  const asked = task.calls.find(({ call }) => call.id === callId);
  updateCallIfPresent(task, callId, (call) => {
    call.approval = 'approved';
    if (changed !== undefined) call.arguments = changed;
  });
  if (!asked) return;
  if (task.origin.coreVersion < 3) {
    if (scope !== 'session') return;
    task.permitted = [...(task.permitted ?? []), asked.call.function.name];
    return;
  }
  const consent = createTaskConsent(task, asked, event, at);
  if (consent) task.consents = addConsent(task.consents, consent);
}

/** Adds a consent (a remembered approval). Of consents to a single call, only the newest of each tool stays. */
function addConsent(consents: readonly Consent[] = [], added: Consent): readonly Consent[] {
  const isOlder = ({ scope, definition: { name } }: Consent): boolean =>
    scope === 'once' && name === added.definition.name;
  return [...consents.filter((one) => !isOlder(one)), added];
}

/** Creates the consent that a decision about a call leaves. Undefined if nothing is to be remembered. */
export function createTaskConsent(
  { id, origin, steps }: Pick<Task, 'id' | 'origin' | 'steps'>,
  { call, judged, askedAgain = 0 }: CallState,
  decision: ApprovalDecision,
  at: number,
): Consent | undefined {
  return createConsentUnlessDenied(decision, judged?.tool, {
    id: [id, steps, call.id, ...(askedAgain > 0 ? [askedAgain] : [])].join(':'),
    agent: origin.agent,
    by: origin.principal,
    at,
  });
}

/** Records that approval of a call is requested; once more, if the tool has changed since the approval. */
function applyApprovalRequest(
  task: Draft,
  { callId, reason, tool }: EventOf<'approval.requested'>,
): void {
  updateCallIfPresent(task, callId, (call) => {
    call.approval = 'requested';
    if (!tool) return;
    resetCallToPlanned(call);
    call.askedAgain = (call.askedAgain ?? 0) + 1;
    const { consent: _former, ...judged } = call.judged ?? { callId };
    call.judged = { ...judged, tool, ...(reason !== undefined && { reason }) };
  });
}

function applyAnswer(task: Draft, event: EventOf<'question.answered'>, at: number): void {
  const { callId, message, messageId, metadata } = event;
  const asked = task.calls.find(({ call }) => call.id === callId);
  if (!asked?.question) return;
  const said = { message, messageId, at, ...(metadata && { metadata }) };
  const answers = [...(asked.answers ?? []), { ...said, question: asked.question }];
  updateCallIfPresent(task, callId, (call) => {
    call.question = undefined;
    call.answers = answers;
  });
}

function resumeWaitingCall(task: Draft, { callId, outcome }: EventOf<'call.resumed'>): void {
  updateCallIfPresent(task, callId, (call) => {
    const { awaits, awaited = [] } = call;
    if (!awaits) return;
    call.awaits = undefined;
    call.awaited = [...awaited, { ...outcome, awaits }];
  });
  const { task_id: id, spent } = outcome;
  if (spent) task.delegated = { ...task.delegated, [id]: spent };
}

function finishCallWithToolResult(task: Draft, event: EventOf<'tool.returned'>, at: number): void {
  const { callId, attachments, offers, artifacts } = event;
  const { selection } = task;
  finishToolCall(task, callId, formatToolOutcome(event), at, attachments);
  if (offers) offerMoreTools(task, selection, offers);
  if (artifacts) appendArtifacts(task, artifacts);
}

/** Offers more tools to the model. `selection` was active when the tool was called. */
function offerMoreTools(task: Draft, selection: Task['selection'], names: readonly string[]): void {
  if (names.length === 0) return;
  task.offered = [...new Set([...(task.offered ?? []), ...names])];
  if (selection?.tools === undefined) return;
  task.selection = { ...selection, tools: [...new Set([...selection.tools, ...names])] };
}

function updateCallIfPresent(task: Draft, callId: string, change: (call: DraftCall) => void): void {
  // Calls are collected in a loop, because V8 gives arrays from an optimized `map` another internal type.
  const calls: CallState[] = [];
  for (const call of task.calls) {
    const next = call.call.id === callId ? { ...call } : call;
    if (next !== call) change(next);
    calls.push(next);
  }
  task.calls = calls;
}

function finishToolCall(
  task: Draft,
  callId: string,
  content: string,
  at: number,
  attachments?: CallState['attachments'],
): void {
  updateCallIfPresent(task, callId, (call) => {
    call.status = 'done';
    call.content = content;
    call.attachments = attachments;
  });
  moveQueuedMessagesToTranscript(task, at);
}
