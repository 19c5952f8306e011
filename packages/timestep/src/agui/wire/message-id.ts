/** What the id of a message says that the server made: its task and the run in which it was shown. */
export interface MadeIn {
  readonly taskId: string;
  readonly runId: string;
}

/** What the message is, in the log of its task. */
export type Place =
  | { readonly kind: 'reply' | 'reasoning'; readonly step: number; readonly attempt: number }
  | { readonly kind: 'result'; readonly generation: number };

/**
 * The id of a message that a run shows. It follows from the log of the task alone, so that a run which is
 * asked for again has the same ids, and it leads from a conversation back to the task.
 */
export function messageIdOf({ taskId, runId }: MadeIn, place: Place): string {
  return `${encodeURIComponent(taskId)}:${placeText(place)}:${runId}`;
}

/** The task and the run of a message; `undefined` where the server did not make the id. */
export function madeIn(messageId: string): MadeIn | undefined {
  const [, task = '', runId = ''] =
    /^([^:]+):(?:reply_\d+|reasoning_\d+|result)_\d+:(.+)$/s.exec(messageId) ?? [];
  if (task === '') return undefined;
  try {
    return { taskId: decodeURIComponent(task), runId };
  } catch {
    return undefined;
  }
}

function placeText(place: Place): string {
  switch (place.kind) {
    case 'result':
      return `result_${place.generation}`;
    case 'reply':
    case 'reasoning':
      return `${place.kind}_${place.step}_${place.attempt}`;
  }
}
