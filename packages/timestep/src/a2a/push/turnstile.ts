/**
 * Lets a bounded number in at a time, and fewer with the same key, in the order of their coming.
 */
export interface Turnstile {
  /**
   * Resolves with a function that leaves; rejects with the signal's reason when it aborts before.
   */
  enter(key: string, signal: AbortSignal): Promise<() => void>;
}

export interface TurnstileOptions {
  readonly most: number;
  readonly mostOfKey: number;
}

export function createTurnstile({ most, mostOfKey }: TurnstileOptions): Turnstile {
  const inside = new Map<string, number>();
  const waiting = new Set<{ readonly key: string; readonly letIn: () => void }>();
  let total = 0;

  function leave(key: string): void {
    const left = (inside.get(key) ?? 0) - 1;
    if (left > 0) inside.set(key, left);
    else inside.delete(key);
    total -= 1;
    letSomeIn();
  }

  function letSomeIn(): void {
    for (const one of waiting) {
      if (total >= most) return;
      const sameKey = inside.get(one.key) ?? 0;
      // Others do not wait behind a busy key.
      if (sameKey >= mostOfKey) continue;
      waiting.delete(one);
      inside.set(one.key, sameKey + 1);
      total += 1;
      one.letIn();
    }
  }

  return {
    enter(key, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      if (signal.aborted) return Promise.reject(signal.reason);
      const one = {
        key,
        letIn: () => {
          signal.removeEventListener('abort', giveUp);
          resolve(() => leave(key));
        },
      };
      const giveUp = (): void => {
        waiting.delete(one);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(one);
      letSomeIn();
      return promise;
    },
  };
}
