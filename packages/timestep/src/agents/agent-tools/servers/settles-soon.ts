interface Waiting {
  readonly noticeMs: number;
  /** Milliseconds of the whole wait, which may be infinite. */
  readonly limitMs: number;
  /** Called once after `noticeMs`. */
  readonly onSlow: () => void;
}

/** Waits for a promise that never rejects. Resolves to false once the wait is over. */
export async function settlesSoon(
  promise: Promise<unknown>,
  { noticeMs, limitMs, onSlow }: Waiting,
): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const notice = setTimeout(onSlow, noticeMs);
  const limit = Number.isFinite(limitMs)
    ? setTimeout(() => late.resolve(false), limitMs)
    : undefined;
  try {
    return await Promise.race([promise.then(() => true), late.promise]);
  } finally {
    clearTimeout(notice);
    clearTimeout(limit);
  }
}
