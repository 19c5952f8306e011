import type { Limits, Session } from '../core/index.ts';
import type { AgentChoices } from '../port/index.ts';
import { ConversationError } from './conversation-error.ts';
import type { Summarise } from './conversation.ts';
import { summariseWith } from './summarise-with.ts';

/** Answers by rules, and cannot make a summary. */
const BUILTIN = 'builtin:';

/** A summary is one reply. */
const LIMITS: Limits = { max_steps: 1, time_limit_s: 3600 };

/** True for agents that have no transcript worth a summary, since no model reads it. */
function isBuiltin(model: string | undefined): boolean {
  return model?.startsWith(BUILTIN) ?? false;
}

/**
 * Makes summaries of a session with the model that answers in it; `undefined` for a peer, which keeps a
 * conversation of its own. What is given is to be kept above all.
 */
export function summariserOf(
  { answers, models }: Pick<AgentChoices, 'answers' | 'models'>,
  session: () => Session,
  newId: () => string,
): ((focus: string) => Summarise) | undefined {
  if (!answers) return undefined;
  return (focus) => {
    const { id: contextId, agent, settings } = session();
    if (isBuiltin(settings.model ?? models?.own())) {
      const message = 'there is no model that could make a summary: choose one with /model';
      throw new ConversationError('no-summary', message);
    }
    const { model } = settings;
    const turn = { include: [], exclude: [], permitted: [], ...(model !== undefined && { model }) };
    const task = { id: newId(), contextId, agent, metadata: {} };
    return summariseWith(answers, { task, turn, limits: LIMITS, key: task.id }, focus);
  };
}
