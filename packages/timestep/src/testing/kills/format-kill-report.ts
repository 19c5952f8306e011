import type { KillReport } from './kill-at-every-point.ts';

/** Formats a report for people: counts, then each fault. */
export function formatKillReport(report: KillReport): string {
  const { points, kills, lost, doubled, unanswered, repeated, interrupted, faults } = report;
  const again = Object.entries(repeated).map(([tool, times]) => `${tool} ${times} times`);
  return [
    `${kills} kills at ${points} points: ${lost} lost, ${doubled} doubled, ${unanswered} unanswered`,
    ...(again.length > 0 ? [`called again with the same key: ${again.join(', ')}`] : []),
    ...(interrupted > 0 ? [`shown to the model as interrupted: ${interrupted} calls`] : []),
    ...faults.map(({ at, point, kind, message }) => `${kind} at ${at} (${point}): ${message}`),
  ].join('\n');
}
