import type { Limits, Session } from '../../../core/index.ts';
import type { AgentChoices } from '../../../engine/port/index.ts';
import { ConversationError } from '../conversation/conversation-error.ts';
import type { Summarize } from '../conversation/conversation.ts';
import { createAgentSummarizer } from './agent-summarizer.ts';

/** Prefix of rule-based models, which cannot summarize. */
const BUILTIN_PREFIX = 'builtin:';

const LIMITS: Limits = { max_steps: 1, time_limit_s: 3600 };

/** Whether the model is rule-based. Such a model reads no transcript, so a summary is useless. */
function isRuleBased(model: string | undefined): boolean {
  return model?.startsWith(BUILTIN_PREFIX) ?? false;
}

/** Returns undefined for a remote agent, which stores its own conversation. */
export function createSessionSummarizer(
  { answers, models }: Pick<AgentChoices, 'answers' | 'models'>,
  session: () => Session,
  newId: () => string,
): ((focus: string) => Summarize) | undefined {
  if (!answers) return undefined;
  return (focus) => {
    const { id: contextId, agent, settings } = session();
    if (isRuleBased(settings.model ?? models?.getOwnModel())) {
      const message = 'no model can create a summary: choose one with /model';
      throw new ConversationError('no-summary', message);
    }
    const { model } = settings;
    const turn = { include: [], exclude: [], permitted: [], ...(model !== undefined && { model }) };
    const task = { id: newId(), contextId, agent, metadata: {} };
    return createAgentSummarizer(answers, { task, turn, limits: LIMITS, key: task.id }, focus);
  };
}
