import { listValidEntries, getText, type JsonObject, type Task, formatForeignLine } from '#core';
import { formatTime } from '../../options/quantity.ts';
import type { Command } from '../../command.ts';
import { formatTable, truncateAndCountRest } from '../../output/plain-text.ts';
import { createSessionCommand, listSessionTurns } from './session-command.ts';
import { sessionToJson, formatSession } from './session-text.ts';

const MAX_MESSAGE_LENGTH = 60;

export const sessionsShow: Command = createSessionCommand({
  usage: 'sessions show <id>',
  about: 'Shows a session: its settings, and its turns with their cost.',
  more: 'Show a complete turn with timestep tasks show.',
  examples: ['timestep sessions show 01a4', 'timestep sessions show 01a4 --json'],
  access: 'read',
  prepare:
    () =>
    async (session, { tasks }) => {
      const turns: TurnSummary[] = [];
      for (const { id } of await listSessionTurns(tasks, session)) {
        turns.push(summarizeTurn(await tasks.load(id)));
      }
      return { session, turns };
    },
  toJson: ({ session, turns }) => ({ ...sessionToJson(session), turns: turns.map(turnToJson) }),
  indent: 2,
  formatLines: ({ session, turns }) => [...formatSession(session), '', ...formatTurnTable(turns)],
});

/** The displayed fields of a turn, without the earlier messages that the whole task contains. */
function summarizeTurn(task: Task) {
  const { id, state, createdAt, updatedAt, steps, costUsd, usage } = task;
  const first = listValidEntries(task).find(({ message }) => message.role === 'user');
  const said = first ? getText(first.message) : '';
  return { id, state, createdAt, updatedAt, steps, costUsd, tokens: usage.total_tokens, said };
}

type TurnSummary = ReturnType<typeof summarizeTurn>;

function turnToJson(turn: TurnSummary): JsonObject {
  const { id, state, steps, tokens, said } = turn;
  const times = { created_at: formatTime(turn.createdAt), updated_at: formatTime(turn.updatedAt) };
  return { id, state, ...times, steps, tokens, cost_usd: turn.costUsd, said };
}

function formatTurnTable(turns: readonly TurnSummary[]): string[] {
  if (turns.length === 0) return ['no turns'];
  const rows = turns.map((turn) => [
    formatForeignLine(turn.id),
    turn.state,
    String(turn.steps),
    String(turn.tokens),
    turn.costUsd === null ? 'unknown' : `$${turn.costUsd.toFixed(4)}`,
    formatForeignLine(truncateAndCountRest(turn.said, MAX_MESSAGE_LENGTH)),
  ]);
  return formatTable([['TURN', 'STATE', 'STEPS', 'TOKENS', 'COST', 'SAID'], ...rows]);
}
