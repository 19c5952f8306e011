const NOT_THERE: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'];

/** Whether a module could not be loaded because it is not installed. */
export function isNotThere(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && NOT_THERE.includes(thrown.code);
}
