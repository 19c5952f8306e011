/**
 * Returns a function that compiles a regular expression at its first call. Node checks the literals
 * of a file when it loads the file, which takes up to 1 ms for a literal with Unicode properties.
 */
export function createLazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}
