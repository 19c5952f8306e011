import type { ToldStory } from './told-story.ts';

/** A fault, such as a lost message, that killing the process has caused. */
export interface KillFault {
  /** Number and name of the point at which the process was killed. */
  readonly at: number;
  readonly point: string;
  /**
   * `lost`: an accepted message has no task. `doubled`: a message has two tasks, or a call was repeated that
   * must not be. `unanswered`: a task ends in another state than without a kill. `other`: a fault that the
   * story's `check` reported.
   */
  readonly kind: 'lost' | 'doubled' | 'unanswered' | 'other';
  readonly message: string;
}

type Fault = Pick<KillFault, 'kind' | 'message'>;

/** Compares a story (a test scenario) that was interrupted by a kill with the same story without a kill. */
export function findStoryFaults(told: ToldStory, undisturbed: ToldStory): readonly Fault[] {
  const { lost, repeated, tasks, total, found } = told;
  return [
    ...lost.map((messageId): Fault => ({
      kind: 'lost',
      message: `the task of ${messageId} is gone`,
    })),
    ...repeated
      .filter(({ isAllowed }) => !isAllowed)
      .map(({ tool }): Fault => ({ kind: 'doubled', message: `${tool} was called twice` })),
    ...(total > undisturbed.total
      ? [{ kind: 'doubled', message: `${total} tasks instead of ${undisturbed.total}` } as const]
      : []),
    ...tasks.flatMap(({ messageId, state }): Fault[] => {
      const before = undisturbed.tasks.find((task) => task.messageId === messageId);
      if (before?.state === state) return [];
      const message = `the task of ${messageId} is ${state} instead of ${before?.state ?? 'none'}`;
      return [{ kind: 'unanswered', message }];
    }),
    ...found.map((message): Fault => ({ kind: 'other', message })),
  ];
}
