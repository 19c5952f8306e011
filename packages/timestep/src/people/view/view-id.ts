export interface ReplyAttempt {
  readonly taskId: string;
  readonly step: number;
  readonly attempt: number;
}

export function createReplyItemId(facts: ReplyAttempt, part: string): string {
  return `${createAttemptIdPrefix(facts)}${part}`;
}

/** Returns the id of a tool call item. `index` is its position among the calls of the reply. */
export function createCallItemId(facts: ReplyAttempt, index: number): string {
  return `${createAttemptIdPrefix(facts)}call/${index}`;
}

export function createAttemptIdPrefix({ taskId, step, attempt }: ReplyAttempt): string {
  return `${taskId}/${step}.${attempt}/`;
}
