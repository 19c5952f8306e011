/**
 * Takes the place of the call id in an interrupt that asks whether a stopped task should continue,
 * because no call asks.
 */
export const PARKED = '-parked-';

/** Data in the id of an interrupt: whether it requests an approval or an answer, and for which tool call. */
export interface InterruptData {
  readonly kind: 'approval' | 'question';
  readonly taskId: string;
  readonly callId: string;
}

export function formatInterruptId({ kind, taskId, callId }: InterruptData): string {
  return `${kind}:${encodeURIComponent(taskId)}:${callId}`;
}

/** Parses the id of an interrupt. Undefined if this server did not create the id. */
export function parseInterruptId(interruptId: string): InterruptData | undefined {
  const [, kind, task = '', callId = ''] =
    /^(approval|question):([^:]+):(.+)$/s.exec(interruptId) ?? [];
  if (kind !== 'approval' && kind !== 'question') return undefined;
  try {
    return { kind, taskId: decodeURIComponent(task), callId };
  } catch {
    return undefined;
  }
}
