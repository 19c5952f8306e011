import { getText, type Message } from '#core';
import type { SuiteTask } from '../suite-task.ts';
import type { RecordedTrial } from './trial-from-trace.ts';

/**
 * Finds the evaluation task that a recorded trial belongs to, by conversation id or by its first user
 * messages.
 */
export function findTaskOfTrial(
  { conversationId, messages }: Pick<RecordedTrial, 'conversationId' | 'messages'>,
  tasks: readonly SuiteTask[],
): SuiteTask | undefined {
  const texts = listUserTexts(messages);
  return (
    tasks.find(({ id }) => id === conversationId) ??
    tasks.find((task) => {
      const expected = listUserTexts(task.messages);
      return expected.length > 0 && expected.every((text, index) => text === texts[index]);
    })
  );
}

function listUserTexts(messages: readonly Message[]): string[] {
  return messages.filter(({ role }) => role === 'user').map((one) => getText(one).trim());
}
