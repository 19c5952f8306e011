import { formatCost, type TaskSummary } from '@timestep-ai/timestep/view';

export function UsageLine({ usage, costUsd }: Pick<TaskSummary, 'usage' | 'costUsd'>) {
  return (
    <span className="text-sm text-muted">
      {usage.total_tokens.toLocaleString('en')} tokens, {formatCost(costUsd)}
    </span>
  );
}
