import { appendFileSync, readFileSync } from 'node:fs';

/**
 * What is known outside of a process that is killed: what its clients were told, and which effects it
 * has begun. Written at once, so that nothing that was said is forgotten by the kill that follows.
 */
export type Entry =
  /** A message was accepted: its sender does not send it again. */
  | { readonly kind: 'accepted'; readonly messageId: string; readonly taskId: string }
  | { readonly kind: 'canceled'; readonly taskId: string }
  /** A person has decided, and is about to say so. */
  | { readonly kind: 'decided'; readonly messageId: string }
  /** The world is told of a task from now on. */
  | { readonly kind: 'told'; readonly taskId: string }
  | {
      readonly kind: 'begun';
      readonly what: string;
      readonly key: string;
      readonly attempt: number;
    };

export interface Ledger {
  record(entry: Entry): void;
  /** The task that a message was accepted for. */
  acceptedFor(messageId: string): string | undefined;
  has(kind: 'canceled' | 'told', taskId: string): boolean;
}

export function openLedger(path: string): Ledger {
  return {
    record: (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`),
    acceptedFor(messageId) {
      const known = readLedger(path).find(
        (entry) => entry.kind === 'accepted' && entry.messageId === messageId,
      );
      return known?.kind === 'accepted' ? known.taskId : undefined;
    },
    has: (kind, taskId) =>
      readLedger(path).some((entry) => entry.kind === kind && entry.taskId === taskId),
  };
}

export function readLedger(path: string): Entry[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}

/** Effects that were begun twice as the same attempt: the first was not recorded before it began. */
export function begunTwice(entries: readonly Entry[]): string[] {
  const names = entries.flatMap((entry) =>
    entry.kind === 'begun' ? [`${entry.what} ${entry.key} #${entry.attempt}`] : [],
  );
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}
