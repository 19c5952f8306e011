/** Awaits work of a store and converts a failure of its database to an error of the store. */
export async function convertFailure<T>(
  work: Promise<T>,
  isOwn: (thrown: unknown) => boolean,
  createError: (detail: string, options: ErrorOptions) => Error,
): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (isOwn(thrown)) throw thrown;
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    throw createError(detail, { cause: thrown });
  }
}
