interface ReplyAttempt {
  readonly taskId: string;
  readonly step: number;
  readonly attempt: number;
}

/** Returns the id of a text or reasoning item in one model attempt. */
export function createReplyItemId(facts: ReplyAttempt, part: string): string {
  return `${createAttemptPrefix(facts)}${part}`;
}

/** Returns the id of a tool call item. `index` is its position among the calls of the reply. */
export function createCallItemId(facts: ReplyAttempt, index: number): string {
  return `${createAttemptPrefix(facts)}call/${index}`;
}

/** Returns the id prefix shared by all items of one model attempt. */
export function createAttemptPrefix({ taskId, step, attempt }: ReplyAttempt): string {
  return `${taskId}/${step}.${attempt}/`;
}
