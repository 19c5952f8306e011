import { formatCost, type TreeTotals } from '@timestep-ai/timestep/view';
import { formatDuration } from '../../components/values/formats.ts';

/** One figure of two runs, and by how much the second differs. */
export interface ComparedFigure {
  readonly name: string;
  readonly first: string;
  readonly second: string;
  readonly difference: string;
}

type Format = (value: number) => string;

/** Compares the figures of two runs with all their agents. */
export function compareTotals(first: TreeTotals, second: TreeTotals): readonly ComparedFigure[] {
  const compare = (
    name: string,
    get: (totals: TreeTotals) => number | null,
    format: Format,
  ): ComparedFigure => {
    const [one, other] = [get(first), get(second)];
    const show = (value: number | null): string => (value === null ? 'unknown' : format(value));
    return {
      name,
      first: show(one),
      second: show(other),
      difference: describeDifference(one, other, format),
    };
  };
  return [
    compare('Cost, all agents', ({ costUsd }) => costUsd, formatCost),
    compare('Tokens, all agents', ({ tokens }) => tokens, formatNumber),
    compare('Total time', ({ wallMs }) => wallMs, formatDuration),
    compare('Working', ({ workMs }) => workMs, formatDuration),
    compare('Waiting for a person', ({ personMs }) => personMs, formatDuration),
    compare('Model calls', ({ modelCalls }) => modelCalls, formatNumber),
    compare('Tool calls', ({ toolCalls }) => toolCalls, formatNumber),
    compare('Agents', ({ agents }) => agents, formatNumber),
  ];
}

function formatNumber(value: number): string {
  return value.toLocaleString('en');
}

/** Describes by how much a value has changed, and by which share of the first value. */
function describeDifference(one: number | null, other: number | null, format: Format): string {
  if (one === null || other === null) return 'unknown';
  if (one === other) return 'none';
  const change = other - one;
  const amount = `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`;
  return one === 0 ? amount : `${amount} (${SHARE.format(change / one)})`;
}

const SHARE = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
