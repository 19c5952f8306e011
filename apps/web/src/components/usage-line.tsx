import { costText, type TaskLine } from '@timestep-ai/timestep/view';

/** What a task has used. */
export function UsageLine({ usage, costUsd }: Pick<TaskLine, 'usage' | 'costUsd'>) {
  return (
    <span className="text-sm text-muted">
      {usage.total_tokens.toLocaleString('en')} tokens, {costText(costUsd)}
    </span>
  );
}
