/** Waits for a promise that never rejects. Resolves to false if it has not settled within `ms`. */
export async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), ms);
  const isSettled = await Promise.race([promise.then(() => true), late.promise]);
  clearTimeout(timer);
  return isSettled;
}
