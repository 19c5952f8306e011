import { textOf, type Message } from '../../core/index.ts';
import type { SuiteTask } from '../suite-task.ts';
import type { RecordedTrial } from './recorded-trial.ts';

/**
 * The task that a recorded trial was of: the one named by its conversation, else one with the same
 * words of the user. A user who went on talking is taken for the same.
 */
export function taskOfTrial(
  { conversationId, messages }: Pick<RecordedTrial, 'conversationId' | 'messages'>,
  tasks: readonly SuiteTask[],
): SuiteTask | undefined {
  const said = wordsOf(messages);
  return (
    tasks.find(({ id }) => id === conversationId) ??
    tasks.find((task) => {
      const asked = wordsOf(task.messages);
      return asked.length > 0 && asked.every((text, index) => text === said[index]);
    })
  );
}

function wordsOf(messages: readonly Message[]): string[] {
  return messages.filter(({ role }) => role === 'user').map((one) => textOf(one).trim());
}
