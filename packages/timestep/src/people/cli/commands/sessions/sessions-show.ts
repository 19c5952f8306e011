import {
  listOwnEntries,
  getText,
  type JsonObject,
  type Session,
  type Task,
} from '../../../../core/index.ts';
import { chooseTaskBackend } from '../../backends/choose-backend.ts';
import { EXIT, isOptionSet, JSON_OPTION, type Command } from '../../command.ts';
import { findSession, PRINCIPAL_OPTION, listSessionTurns } from './find-session.ts';
import { toPlainLine, truncateText } from '../../output/plain-text.ts';
import { timeText } from '../../options/quantity.ts';
import { sessionToJson, formatSession } from './session-text.ts';
import { formatTable } from '../../output/table.ts';

/** Maximum length of a message in the table of turns. */
const MAX_MESSAGE_LENGTH = 60;

export const sessionsShow: Command = {
  words: ['sessions', 'show'],
  operand: '<id>',
  about: 'Shows a session: its settings, and its turns with their cost.',
  more: 'Show a complete turn with timestep tasks show.',
  options: { principal: PRINCIPAL_OPTION, json: JSON_OPTION },
  backend: 'tasks',
  examples: ['timestep sessions show 01a4', 'timestep sessions show 01a4 --json'],
  async run({ operand, values }, context) {
    const { backend, location } = chooseTaskBackend(values, context);
    await backend.withTasks(location, 'read', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      const turns: TurnSummary[] = [];
      for (const { id } of await listSessionTurns(tasks, session))
        turns.push(summarizeTurn(await tasks.load(id)));
      context.write(
        isOptionSet(values, 'json')
          ? sessionWithTurnsToJson(session, turns)
          : formatSessionWithTurns(session, turns),
      );
    });
    return EXIT.fine;
  },
};

/**
 * The displayed fields of a turn. The whole task is not kept, because it contains all earlier
 * messages.
 */
interface TurnSummary extends Pick<
  Task,
  'id' | 'state' | 'createdAt' | 'updatedAt' | 'steps' | 'costUsd'
> {
  readonly tokens: number;
  readonly said: string;
}

function summarizeTurn(task: Task): TurnSummary {
  const { id, state, createdAt, updatedAt, steps, costUsd, usage } = task;
  const first = listOwnEntries(task).find(({ message }) => message.role === 'user');
  const said = first ? getText(first.message) : '';
  return { id, state, createdAt, updatedAt, steps, costUsd, tokens: usage.total_tokens, said };
}

function sessionWithTurnsToJson(session: Session, turns: readonly TurnSummary[]): string {
  const listed = turns.map((turn): JsonObject => ({
    id: turn.id,
    state: turn.state,
    created_at: timeText(turn.createdAt),
    updated_at: timeText(turn.updatedAt),
    steps: turn.steps,
    tokens: turn.tokens,
    cost_usd: turn.costUsd,
    said: turn.said,
  }));
  return `${JSON.stringify({ ...sessionToJson(session), turns: listed }, undefined, 2)}\n`;
}

function formatSessionWithTurns(session: Session, turns: readonly TurnSummary[]): string {
  const header = ['TURN', 'STATE', 'STEPS', 'TOKENS', 'COST', 'SAID'];
  const rows = turns.map((turn) => [
    toPlainLine(turn.id),
    turn.state,
    String(turn.steps),
    String(turn.tokens),
    turn.costUsd === null ? 'unknown' : `$${turn.costUsd.toFixed(4)}`,
    toPlainLine(truncateText(turn.said, MAX_MESSAGE_LENGTH)),
  ]);
  const listed = turns.length === 0 ? ['no turns'] : formatTable([header, ...rows]);
  return `${[...formatSession(session), '', ...listed].join('\n')}\n`;
}
