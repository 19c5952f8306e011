interface AttemptFacts {
  readonly taskId: string;
  readonly step: number;
  readonly attempt: number;
}

/** The id of words of one attempt at a step. */
export function replyItemId(facts: AttemptFacts, part: string): string {
  return `${attemptPrefix(facts)}${part}`;
}

/** The id of a call, by its place among the calls of the reply. */
export function callItemId(facts: AttemptFacts, index: number): string {
  return `${attemptPrefix(facts)}call/${index}`;
}

/** What the ids of everything in one attempt begin with. */
export function attemptPrefix({ taskId, step, attempt }: AttemptFacts): string {
  return `${taskId}/${step}.${attempt}/`;
}
