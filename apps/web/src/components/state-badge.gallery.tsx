import { StateBadge } from './state-badge.tsx';

export const title = 'State of a task';

export const states = {
  submitted: <StateBadge state="submitted" />,
  working: <StateBadge state="working" />,
  waiting: <StateBadge state="input-required" />,
  completed: <StateBadge state="completed" />,
  failed: <StateBadge state="failed" />,
  canceled: <StateBadge state="canceled" />,
};
