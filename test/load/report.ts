import type { Result } from './result.ts';

/** Formats the results as a table for people. */
export function reportOf(results: readonly Result[]): string {
  return results
    .map(({ name, what, figures, problems }) => {
      const width = Math.max(...Object.keys(figures).map((label) => label.length));
      const rows = Object.entries(figures).map(
        ([label, figure]) => `  ${label.padEnd(width)}  ${readable(figure).padStart(10)}`,
      );
      return [`${name}: ${what}`, ...rows, ...problems.map((one) => `  PROBLEM: ${one}`), ''].join(
        '\n',
      );
    })
    .join('\n');
}

function readable(figure: number): string {
  if (Number.isInteger(figure)) return String(figure);
  return figure.toFixed(Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2);
}
