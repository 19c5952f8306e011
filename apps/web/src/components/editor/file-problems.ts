/** A problem of a file at one of its lines, from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/**
 * Finds the problems of a file in an error message, whose lines begin with a file and a line number, such as
 * `tsagent.json:12 settings.topP must be a number from 0 to 1`.
 */
export function findFileProblems(message: string, path: string): readonly LineProblem[] {
  return message.split('\n').flatMap((text) => {
    const at = text.indexOf(`${path}:`);
    const found = at === -1 ? null : /^:(\d+) (.*)$/.exec(text.slice(at + path.length));
    return found ? [{ line: Number(found[1]), message: found[2] ?? '' }] : [];
  });
}
