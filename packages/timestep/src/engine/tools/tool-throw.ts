import { formatForeignName, TimestepError } from '#core';

/** An error that a tool threw, as it is reported to the author of the tool. `cause` is the original error. */
class ToolThrow extends TimestepError {
  declare readonly code: 'tool_failed';
}

/**
 * Describes an error of a tool for the author of the tool, because the result of the call is only
 * shown to the model. Undefined for errors of this package, which are meant for the model.
 */
export function describeToolThrow(tool: string, thrown: unknown): TimestepError | undefined {
  if (TimestepError.isInstance(thrown)) return undefined;
  const text = `tool ${formatForeignName(tool)} threw an error, which the model was told: ${getErrorText(thrown)}`;
  return new ToolThrow('tool_failed', text + formatThrowingLine(thrown), { cause: thrown });
}

/** Formats the source line that threw an error, from the stack trace. */
function formatThrowingLine(thrown: unknown): string {
  const stack: unknown = thrown instanceof Error ? thrown.stack : undefined;
  const line = typeof stack === 'string' ? /^ {1,20}(at [^\n]+)$/m.exec(stack)?.[1] : undefined;
  return line === undefined ? '' : ` (${line})`;
}

function getErrorText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    // Some thrown objects cannot be converted to a string.
    return 'something without a message';
  }
}
