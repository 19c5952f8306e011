import type { ConversationSummary } from '@timestep-ai/timestep/view';

export interface ChatGroup {
  readonly title: string;
  readonly chats: readonly ConversationSummary[];
}

/**
 * Groups conversations by the day of their last change, newest first, and keeps those whose name or
 * agent contains a text in any case. `now` is in milliseconds since the epoch.
 */
export function groupMatchingChats(
  chats: readonly ConversationSummary[],
  text: string,
  now: number,
): readonly ChatGroup[] {
  const sought = text.trim().toLowerCase();
  const found = chats.filter(({ name, agent }) =>
    `${name} ${agent}`.toLowerCase().includes(sought),
  );
  const groups = new Map<string, ConversationSummary[]>();
  for (const chat of found.toSorted((one, other) => other.updatedAt - one.updatedAt)) {
    const title = formatDayGroup(chat.updatedAt, now);
    const group = groups.get(title);
    if (group) group.push(chat);
    else groups.set(title, [chat]);
  }
  return [...groups].map(([title, members]) => ({ title, chats: members }));
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

function formatDayGroup(at: number, now: number): string {
  const days = Math.round((getStartOfDay(now) - getStartOfDay(at)) / DAY_MS);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return 'Last 7 days';
  return days < 30 ? 'Last 30 days' : MONTH.format(at);
}

const DAY_MS = 86_400_000;

function getStartOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
