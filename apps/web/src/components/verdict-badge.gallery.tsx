import { VerdictBadge } from './verdict-badge.tsx';

export const title = 'Verdict';

export const states = {
  passed: <VerdictBadge outcome="passed" />,
  failed: <VerdictBadge outcome="failed" />,
  error: <VerdictBadge outcome="error" />,
  skipped: <VerdictBadge outcome="skipped" />,
  better: <VerdictBadge outcome="better" />,
  worse: <VerdictBadge outcome="worse" />,
  unpaired: <VerdictBadge outcome="unpaired" />,
};
