export interface MessageOrigin {
  readonly taskId: string;
  readonly runId: string;
}

/** Position of the entry in a task's log that a message shows. */
export type LogPosition =
  | { readonly kind: 'reasoning'; readonly step: number; readonly attempt: number }
  | {
      readonly kind: 'reply';
      readonly step: number;
      readonly attempt: number;
      /** Number of times that the text of the reply started again. Default: 0. */
      readonly restarts?: number;
    }
  | { readonly kind: 'result'; readonly generation: number };

/** Formats a message id from data of the task's log only, so that a repeated run has the same ids. */
export function formatMessageId({ taskId, runId }: MessageOrigin, position: LogPosition): string {
  const number =
    position.kind === 'result' ? position.generation : `${position.step}_${position.attempt}`;
  const part = position.kind === 'reply' && position.restarts ? `_${position.restarts}` : '';
  return `${encodeURIComponent(taskId)}:${position.kind}_${number}${part}:${runId}`;
}

/** Parses the id of a message. Undefined if this server did not create the id. */
export function parseMessageId(messageId: string): MessageOrigin | undefined {
  const [, task = '', runId = ''] =
    /^([^:]+):(?:reply_\d+|reasoning_\d+|result)_\d+(?:_\d+)?:(.+)$/s.exec(messageId) ?? [];
  if (task === '') return undefined;
  try {
    return { taskId: decodeURIComponent(task), runId };
  } catch {
    return undefined;
  }
}
