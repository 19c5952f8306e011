import { getText, type StepDetails } from '@timestep-ai/timestep/view';

/** Texts of a step that a fork can change, with the words of the log. */
export interface EditableParts {
  /** The newest message of the user that the step read. */
  readonly text?: string;
  /** The result of the tool call that the step is. */
  readonly result?: string;
}

/** Lists the texts that a fork from a step can change. */
export function listEditableParts(step: StepDetails): EditableParts {
  switch (step.kind) {
    case 'turn':
      return step.question === '' ? {} : { text: step.question };
    case 'model': {
      const said = step.messages.findLast(
        (message) => message.role === 'user' && !message.is_context,
      );
      return said ? { text: getText(said) } : {};
    }
    case 'call': {
      const result = step.outcome?.text ?? step.result;
      return result === undefined ? {} : { result };
    }
    default:
      return {};
  }
}
