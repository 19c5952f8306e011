import type { StepDetails, TimelineRow } from '@timestep-ai/timestep/view';

/**
 * Label of the action that repeats a part of a run, and sentences that say which parts are repeated.
 */
export interface StepFork {
  readonly name: string;
  readonly sentences: readonly string[];
}

/** Describes what repeating a whole task does. `isAsked`: another agent started the task. */
export function describeTaskRerun(isAsked: boolean): StepFork {
  return {
    name: 'Run again',
    sentences: [
      'A new task gets the same message, and the same messages before it, in a conversation of its own.',
      'Everything is done again: the agent calls its model and its tools again, with the instructions and tools that it has now.',
      'What the tools did in this run is not undone.',
      ...(isAsked ? [NOBODY_WAITS] : []),
    ],
  };
}

const NOBODY_WAITS =
  'The agent that called this one is not involved in the new run: no agent waits for the answer.';

const REMOTE_CONVERSATION =
  'The agent on the other server keeps its own conversation, which may contain what came after this step.';

/** Describes what a fork at a row of the timeline does. `isAsked`: another agent started the row's task. */
export function describeStepFork(
  row: Pick<TimelineRow, 'kind' | 'asksAgent'>,
  step: StepDetails,
  isAsked: boolean,
): StepFork {
  if (row.kind === 'turn') return describeTaskRerun(isAsked);
  return {
    name: 'Fork from this step',
    sentences: [
      `A new task starts in a conversation of its own, with the messages ${describeForkedMessages(step)}, and the model is asked again.`,
      'Tools that ran before that call are not run again: the model gets the results that are in the log.',
      'What happens after that is new: the model may call other tools, or the same ones again.',
      'The agent uses its present instructions and tools. What later steps of this run did is not undone.',
      ...(row.kind === 'model' && row.asksAgent === true ? [REMOTE_CONVERSATION] : []),
      ...(isAsked ? [NOBODY_WAITS] : []),
    ],
  };
}

function describeForkedMessages(step: StepDetails): string {
  switch (step.kind) {
    case 'model':
      return 'that this model call received';
    case 'call':
      return 'that the model had received when it decided on this call';
    default:
      return 'that the newest model call before this step received';
  }
}
