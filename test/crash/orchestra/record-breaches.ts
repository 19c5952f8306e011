import type { KeptTask } from '../../interop/kill/verdict.ts';

/** What was asked and the answer to the question; the coordinator hears the decision as words as well. */
const MESSAGES = { coordinator: 3, specialist: 2 } as const;

/** What is lost or doubled in the record of one of the agents: one task a journey, each message in it once. */
export function recordBreaches(
  who: keyof typeof MESSAGES,
  tasks: readonly KeptTask[],
  journeys: number,
): string[] {
  const heard = MESSAGES[who];
  return [
    ...(tasks.length === journeys
      ? []
      : [`${journeys} journeys made ${tasks.length} tasks of the ${who}`]),
    ...tasks.flatMap(({ id, state, messageIds }) => {
      const isWhole = messageIds.length === heard && new Set(messageIds).size === heard;
      return [
        ...(state === 'TASK_STATE_COMPLETED' ? [] : [`the ${who}'s task ${id} is ${state}`]),
        ...(isWhole ? [] : [`the ${who}'s task ${id} heard ${messageIds.join(', ') || 'nothing'}`]),
      ];
    }),
  ];
}
