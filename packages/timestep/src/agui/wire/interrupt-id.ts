/** What an interrupt asks for: a decision about a call, or an answer to the question of its tool. */
export interface Asked {
  readonly kind: 'approval' | 'question';
  readonly taskId: string;
  readonly callId: string;
}

/** The id of an interrupt, by which its answer finds the task. */
export function interruptIdOf({ kind, taskId, callId }: Asked): string {
  return `${kind}:${encodeURIComponent(taskId)}:${callId}`;
}

/** What an interrupt asked for; `undefined` where the id is none of this server. */
export function askedBy(interruptId: string): Asked | undefined {
  const [, kind, task = '', callId = ''] =
    /^(approval|question):([^:]+):(.+)$/s.exec(interruptId) ?? [];
  if (kind !== 'approval' && kind !== 'question') return undefined;
  try {
    return { kind, taskId: decodeURIComponent(task), callId };
  } catch {
    return undefined;
  }
}
