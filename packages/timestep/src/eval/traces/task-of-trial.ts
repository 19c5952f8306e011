import { textOf, type Message } from '../../core/index.ts';
import type { SuiteTask } from '../suite-task.ts';
import type { RecordedTrial } from './recorded-trial.ts';

/**
 * The task of a recorded trial: the one that its conversation names, else one with the same words
 * of the user. Further words of the user make no difference.
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
