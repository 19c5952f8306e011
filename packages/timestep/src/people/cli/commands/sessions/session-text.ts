import { formatForeignLine } from '#core';
import type { JsonObject, Session, TurnItem } from '#core';
import { formatTable } from '../../output/plain-text.ts';
import { formatTime } from '../../options/quantity.ts';

export function sessionToJson(session: Session): JsonObject {
  const { id, name, agent, principal, directory, forkedFrom, compaction } = session;
  return {
    id,
    name: name ?? null,
    agent,
    principal,
    directory: directory ?? null,
    is_closed: session.isClosed,
    created_at: formatTime(session.createdAt),
    updated_at: formatTime(session.updatedAt),
    forked_from: forkedFrom
      ? { session_id: forkedFrom.sessionId, task_id: forkedFrom.taskId ?? null }
      : null,
    settings: { ...session.settings },
    include: session.include.map((item) => ({ ...item })),
    exclude: session.exclude.map((item) => ({ ...item })),
    permitted: [...session.permitted],
    compacted: compaction ? { task_id: compaction.taskId, at: formatTime(compaction.at) } : null,
  };
}

export function formatSession(session: Session): string[] {
  const { settings, include, exclude, permitted, forkedFrom, compaction } = session;
  const set = Object.entries(settings).map(([name, value]) => `${name} ${String(value)}`);
  const rows: (readonly [name: string, text: string | undefined])[] = [
    ['Session', session.id],
    ['Name', session.name],
    ['State', session.isClosed ? 'closed' : 'open'],
    ['Agent', session.agent],
    ['Principal', session.principal],
    ['Folder', session.directory],
    ['Opened', formatTime(session.createdAt)],
    ['Changed', formatTime(session.updatedAt)],
    [
      'Forked from',
      forkedFrom && `${forkedFrom.sessionId} after ${forkedFrom.taskId ?? 'nothing'}`,
    ],
    ['Settings', joinWithCommas(set)],
    ['Includes', joinWithCommas(include.map(formatTurnItem))],
    ['Excludes', joinWithCommas(exclude.map(formatTurnItem))],
    ['Permits', joinWithCommas(permitted)],
    ['Compacted', compaction && `up to ${compaction.taskId} at ${formatTime(compaction.at)}`],
  ];
  const shown = rows.filter(([, text]) => text !== undefined && text !== '');
  return formatTable(shown.map((row) => row.map((cell) => formatForeignLine(cell ?? ''))));
}

function joinWithCommas(texts: readonly string[]): string {
  return texts.join(', ');
}

function formatTurnItem({ kind, name, server }: TurnItem): string {
  return server === undefined ? `${kind} ${name}` : `${kind} ${name} of ${server}`;
}
