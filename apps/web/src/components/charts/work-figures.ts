import { formatCost, type WorkFigures } from '@timestep-ai/timestep/view';
import { formatCount, formatDuration } from '../values/formats.ts';

/** Formats the known cost. A plus sign says that the price of some calls is unknown. */
export function formatKnownCost({ costUsd, unpriced }: WorkFigures): string {
  if (unpriced === 0) return formatCost(costUsd);
  return costUsd === 0 ? 'unknown' : `${formatCost(costUsd)}+`;
}

export function formatErrors({ count, failed }: WorkFigures): string {
  return failed === 0 ? '0' : `${formatCount(failed)} (${formatShare(failed / count)})`;
}

/** Formats a share in few characters: with a decimal only below ten percent. */
function formatShare(share: number): string {
  const percent = share * 100;
  return `${Number(percent.toFixed(percent < 10 ? 1 : 0))} %`;
}

/** Formats a duration that is known only if there was any work. */
export function formatKnownDuration(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}
