import {
  apply,
  getText,
  omitUndefined,
  type NumberedEvent,
  type Sender,
  type Task,
  type ToolCall,
} from '#core';
import { createFilesField } from '../view-files.ts';
import type { CallStep, CrashStep, PersonStep, StepDetails, TurnStep } from '../wire/steps.ts';
import { describeModelStep } from './describe-model-step.ts';
import { listLostWork } from './list-lost-work.ts';
import { isEventOfStep, isLastEventOfStep, parseRowId, type StepRow } from './step-row.ts';

/** The part of a task's log that describes one row of its timeline. */
export interface StepLog {
  readonly row: StepRow;
  /** State of the task before the first event of the row. */
  readonly task: Task | undefined;
  /**
   * Log events from the first to the last one of the timeline row; events of other rows may be among them.
   */
  readonly events: readonly NumberedEvent[];
  readonly isEnded: boolean;
}

/** Creates an empty log for the row with this id. Undefined if the id is invalid. */
export function beginStepLog(rowId: string): StepLog | undefined {
  const row = parseRowId(rowId);
  return row && { row, task: undefined, events: [], isEnded: false };
}

/** Adds the task's next event to the log of a timeline row. Events after the end of the row are ignored. */
export function addEventToStepLog(log: StepLog, event: NumberedEvent): StepLog {
  const { row, task, events, isEnded } = log;
  if (isEnded) return log;
  if (event.generation < row.generation) return { ...log, task: apply(task, event) };
  if (events.length === 0) return { ...log, events: [event], isEnded: isMoment(row) };
  const ended = isLastEventOfStep(row, event);
  // In the timeline, this event ends the row of a crash, but belongs to the work that follows.
  if (row.kind === 'crash' && ended) return { ...log, isEnded: true };
  return { ...log, events: [...events, event], isEnded: ended };
}

const isMoment = ({ kind }: StepRow): boolean => kind === 'mark';

/** Describes a timeline row from its part of the log. Undefined if the row does not exist. */
export function describeStep({ row, task, events: read }: StepLog): StepDetails | undefined {
  const [first] = read;
  if (!first) return undefined;
  const events = read.filter((event) => event === first || isEventOfStep(row, event));
  const fields = { from: first.at, events } as const;
  switch (row.kind) {
    case 'turn':
      return first.type === 'task.submitted' ? describeTurnStep(first, read, events) : undefined;
    case 'model':
      return task && describeModelStep(apply(task, first), task, events);
    case 'approval':
    case 'question':
      return task && describePersonStep(row, task, events);
    case 'crash':
      return task && first.type === 'task.resumed'
        ? describeCrashStep(task, first, events)
        : undefined;
    case 'tool':
    case 'task':
    case 'client':
      return (
        task && describeCallStep(row, row.kind === 'client' ? apply(task, first) : task, events)
      );
    default:
      return { kind: 'moment', ...fields };
  }
}

function describeTurnStep(
  { agent, principal, at }: Extract<NumberedEvent, { readonly type: 'task.submitted' }>,
  log: readonly NumberedEvent[],
  events: readonly NumberedEvent[],
): TurnStep {
  const replied = log.findLast((event) => event.type === 'model.replied');
  const answer = replied && getText(replied.message);
  const asked = events.find((event) => event.type === 'message.received');
  const end = events.find((event) => event.type === 'task.finished');
  return {
    kind: 'turn',
    from: at,
    events,
    agent,
    principal,
    question: asked ? getText(asked.message) : '',
    ...(answer && { answer }),
    ...(end && { end: omitUndefined({ state: end.state, reason: end.reason, error: end.error }) }),
  };
}

function findCall(task: Task, callId: string): ToolCall | undefined {
  return task.calls.find(({ call }) => call.id === callId)?.call;
}

function describePersonStep(
  { callId }: StepRow,
  task: Task,
  events: readonly NumberedEvent[],
): PersonStep {
  const [first] = events;
  const decided = events.find((event) => event.type === 'approval.decided');
  const answer = findAnswerInWords(events);
  const {
    type: _type,
    messageId: _id,
    generation: _generation,
    at: _at,
    by: _by,
    ...decision
  } = decided ?? {};
  return {
    kind: 'person',
    from: first?.at ?? 0,
    events,
    principal: task.origin.principal,
    ...omitUndefined({
      call: findCall(task, callId),
      tool: first?.type === 'approval.requested' ? first.tool : undefined,
      reason: first?.type === 'approval.requested' ? first.reason : undefined,
      question:
        first?.type === 'question.asked' || first?.type === 'task.parked'
          ? first.question.text
          : first?.type === 'model.replied'
            ? getText(first.message)
            : undefined,
      decision: decided && 'callId' in decision ? decision : undefined,
      answer: answer?.text,
      answeredAt: (decided ?? answer)?.at,
      by: (decided ?? answer)?.by,
    }),
  };
}

interface AnswerInWords extends Pick<NumberedEvent, 'at'> {
  readonly text: string;
  readonly by: Sender | undefined;
}

/**
 * Finds the message that answers a question: of a tool, in the assistant's text, or whether a stopped task
 * continues, of which the log keeps only the decision.
 */
function findAnswerInWords(events: readonly NumberedEvent[]): AnswerInWords | undefined {
  const answered =
    events.find((event) => event.type === 'question.answered') ??
    events.find((event) => event.type === 'message.received');
  if (answered) return { text: getText(answered.message), at: answered.at, by: answered.by };
  if (events[0]?.type !== 'task.parked') return undefined;
  const allowed = events.find((event) => event.type === 'task.resumed');
  if (allowed) return { text: 'go on', at: allowed.at, by: allowed.by };
  const refused = events.find((event) => event.type === 'cancel.requested');
  return refused && { text: 'cancel', at: refused.at, by: refused.by };
}

function describeCallStep(
  { callId }: StepRow,
  task: Task,
  events: readonly NumberedEvent[],
): CallStep | undefined {
  const state = task.calls.find(({ call }) => call.id === callId);
  if (!state) return undefined;
  const started = events.find((event) => event.type === 'tool.started');
  const returned = events.find((event) => event.type === 'tool.returned');
  const failed = events.find((event) => event.type === 'tool.failed');
  const resumed = events.findLast((event) => event.type === 'call.resumed');
  const sent = events.findLast((event) => event.type === 'dispatch.reported');
  const given = events
    .flatMap((event) => (event.type === 'results.received' ? event.results : []))
    .find((result) => result.callId === callId);
  return {
    kind: 'call',
    from: events[0]?.at ?? 0,
    events,
    call: state.call,
    attempt: started?.attempt ?? state.attempt,
    ...omitUndefined({
      changed: state.arguments,
      replay: started?.replay ?? state.replay,
      result: returned?.content ?? given?.output,
      failure: failed?.error,
      isInterrupted: events.some(({ type }) => type === 'tool.interrupted') || undefined,
      dispatch: sent?.dispatch,
      outcome: resumed?.outcome,
    }),
    ...createFilesField(returned?.attachments ?? null),
  };
}

function describeCrashStep(
  task: Task,
  first: Extract<NumberedEvent, { readonly type: 'task.resumed' }>,
  events: readonly NumberedEvent[],
): CrashStep {
  return {
    kind: 'crash',
    from: task.updatedAt,
    resumedAt: first.at,
    events,
    work: listLostWork(task, events),
    ...omitUndefined({
      evidence: first.evidence,
      isHeld: first.isHeld || undefined,
      lostProcess: first.lostProcess,
      newProcess: first.newProcess,
    }),
  };
}
