const MISSING_MODULE_CODES: readonly unknown[] = [
  'ERR_MODULE_NOT_FOUND',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
];

/** Whether importing a module failed because it is not installed. */
export function isModuleMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && MISSING_MODULE_CODES.includes(thrown.code);
}
