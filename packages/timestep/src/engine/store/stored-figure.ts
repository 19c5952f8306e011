/** Maximum of a stored figure, such as a number of tokens, so that no sum of figures exceeds a database column. */
const LARGEST_FIGURE = 1e12;

/**
 * Returns a figure that a model or a tool reported, for a column of numbers; 0 if it is not a number
 * of at least 0, because a database refuses it, and the task could then not be stored.
 */
export function toStoredFigure(reported: unknown): number {
  const isFigure = typeof reported === 'number' && Number.isFinite(reported) && reported > 0;
  return isFigure ? Math.min(reported, LARGEST_FIGURE) : 0;
}
