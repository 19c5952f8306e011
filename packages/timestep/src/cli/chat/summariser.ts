import { summariseWith, type Summarise } from '../../chat/index.ts';
import type { Session } from '../../core/index.ts';
import { CommandError } from '../command-error.ts';
import { CHAT_LIMITS, type ConversationAgent } from './chat-agent.ts';

/** Answers by rules, and cannot make a summary. */
const BUILTIN = 'builtin:';

/** True for agents that have no transcript worth a summary, since no model reads it. */
function isBuiltin(model: string | undefined): boolean {
  return model?.startsWith(BUILTIN) ?? false;
}

/**
 * Makes summaries of a session with the model that answers in it; `undefined` for a peer, which keeps a
 * conversation of its own. What is given is to be kept above all.
 */
export function summariserOf(
  { answers, models, served }: ConversationAgent,
  session: () => Session,
  newId: () => string,
): ((focus: string) => Summarise) | undefined {
  if (!answers) return undefined;
  return (focus) => {
    const { id: contextId, settings } = session();
    if (isBuiltin(settings.model ?? models?.own())) {
      const message = 'there is no model that could make a summary: choose one with /model';
      throw new CommandError('usage', message);
    }
    const { model } = settings;
    const turn = { include: [], exclude: [], permitted: [], ...(model !== undefined && { model }) };
    const task = { id: newId(), contextId, agent: served.name, metadata: {} };
    return summariseWith(answers, { task, turn, limits: CHAT_LIMITS, key: task.id }, focus);
  };
}
