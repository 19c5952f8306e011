import { ServerBadge } from './server-badge.tsx';

export const title = 'State of a server';

export const states = {
  idle: <ServerBadge state="idle" />,
  connecting: <ServerBadge state="connecting" />,
  connected: <ServerBadge state="connected" />,
  failed: <ServerBadge state="failed" />,
  unavailable: <ServerBadge state="left-out" />,
  disabled: <ServerBadge state="disabled" />,
};
