import type { Clock } from '#engine/port';

/** A clock that can be paused. Its time and its timers stand still while it is paused. */
export interface PausableClock extends Clock {
  pause(): void;
  resume(): void;
}

interface Timer {
  readonly dueAt: number;
  readonly run: () => void;
  disarm: (() => void) | undefined;
}

export function createPausableClock(clock: Clock): PausableClock {
  const timers = new Set<Timer>();
  let behind = 0;
  let pausedAt: number | undefined;
  const now = (): number => (pausedAt ?? clock.now()) - behind;

  function startTimer(timer: Timer): void {
    timer.disarm = clock.schedule(timer.dueAt - now(), () => {
      timers.delete(timer);
      timer.run();
    });
  }

  return {
    now,
    schedule(delayMs, run) {
      const timer: Timer = { dueAt: now() + delayMs, run, disarm: undefined };
      timers.add(timer);
      if (pausedAt === undefined) startTimer(timer);
      return () => {
        timers.delete(timer);
        timer.disarm?.();
      };
    },
    pause() {
      if (pausedAt !== undefined) return;
      pausedAt = clock.now();
      for (const timer of timers) timer.disarm?.();
    },
    resume() {
      if (pausedAt === undefined) return;
      behind += clock.now() - pausedAt;
      pausedAt = undefined;
      for (const timer of timers) startTimer(timer);
    },
  };
}
