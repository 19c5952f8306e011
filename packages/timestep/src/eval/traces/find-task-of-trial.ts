import { getText, type Message } from '../../core/index.ts';
import type { SuiteTask } from '../suite-task.ts';
import type { RecordedTrial } from './recorded-trial.ts';

/**
 * Finds the task of a recorded trial by its conversation id or by the same user messages.
 * Additional user messages in the trial are ignored.
 */
export function findTaskOfTrial(
  { conversationId, messages }: Pick<RecordedTrial, 'conversationId' | 'messages'>,
  tasks: readonly SuiteTask[],
): SuiteTask | undefined {
  const said = listUserTexts(messages);
  return (
    tasks.find(({ id }) => id === conversationId) ??
    tasks.find((task) => {
      const asked = listUserTexts(task.messages);
      return asked.length > 0 && asked.every((text, index) => text === said[index]);
    })
  );
}

function listUserTexts(messages: readonly Message[]): string[] {
  return messages.filter(({ role }) => role === 'user').map((one) => getText(one).trim());
}
