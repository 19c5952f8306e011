import { ownEntries, textOf, type JsonObject, type Session, type Task } from '../../core/index.ts';
import { backendOfTasks } from '../choose-backend.ts';
import { EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { findSession, PRINCIPAL_OPTION, turnsOf } from '../find-session.ts';
import { plainLine, shortened } from '../plain-text.ts';
import { timeText } from '../quantity.ts';
import { jsonOfSession, sessionSummary } from '../session-text.ts';
import { tableOf } from '../table.ts';

/** How many characters of a message stand in the table of turns. */
const MOST = 60;

export const sessionsShow: Command = {
  words: ['sessions', 'show'],
  operand: '<id>',
  about: 'Shows a session: what was set in it, and its turns with what they cost.',
  more: 'timestep tasks show gives one turn whole.',
  options: { principal: PRINCIPAL_OPTION, json: JSON_OPTION },
  backend: 'tasks',
  examples: ['timestep sessions show 01a4', 'timestep sessions show 01a4 --json'],
  async run({ operand, values }, around) {
    const { backend, site } = backendOfTasks(values, around);
    await backend.withTasks(site, 'read', async (tasks, sessions) => {
      const session = await findSession({ tasks, sessions }, operand, values);
      const turns: Turn[] = [];
      for (const { id } of await turnsOf(tasks, session)) turns.push(turnOf(await tasks.load(id)));
      around.write(isSet(values, 'json') ? jsonOf(session, turns) : textOfSession(session, turns));
    });
    return EXIT.fine;
  },
};

/** What is shown of a turn. The task itself holds the whole conversation before it. */
interface Turn extends Pick<
  Task,
  'id' | 'state' | 'createdAt' | 'updatedAt' | 'steps' | 'costUsd'
> {
  readonly tokens: number;
  readonly said: string;
}

function turnOf(task: Task): Turn {
  const { id, state, createdAt, updatedAt, steps, costUsd, usage } = task;
  const first = ownEntries(task).find(({ message }) => message.role === 'user');
  const said = first ? textOf(first.message) : '';
  return { id, state, createdAt, updatedAt, steps, costUsd, tokens: usage.total_tokens, said };
}

function jsonOf(session: Session, turns: readonly Turn[]): string {
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
  return `${JSON.stringify({ ...jsonOfSession(session), turns: listed }, undefined, 2)}\n`;
}

function textOfSession(session: Session, turns: readonly Turn[]): string {
  const header = ['TURN', 'STATE', 'STEPS', 'TOKENS', 'COST', 'SAID'];
  const rows = turns.map((turn) => [
    plainLine(turn.id),
    turn.state,
    String(turn.steps),
    String(turn.tokens),
    turn.costUsd === null ? 'unknown' : `$${turn.costUsd.toFixed(4)}`,
    plainLine(shortened(turn.said, MOST)),
  ]);
  const listed = turns.length === 0 ? ['no turns'] : tableOf([header, ...rows]);
  return `${[...sessionSummary(session), '', ...listed].join('\n')}\n`;
}
