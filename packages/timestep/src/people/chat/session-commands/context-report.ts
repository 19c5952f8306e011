import type { AgentChoices, Runner } from '../../../engine/port/index.ts';
import type { ContextReport } from './command-port.ts';
import type { Conversation } from '../conversation/conversation.ts';

/** Reports the context of the newest turn and the size of the context window it was chosen for. */
export async function createContextReport(
  conversation: Conversation,
  runner: Pick<Runner, 'get'>,
  choices: Pick<AgentChoices, 'getContextWindow'> | undefined,
): Promise<ContextReport> {
  const newest = (await conversation.turns()).at(-1);
  const task = newest && (await runner.get(newest.taskId));
  const { items = [], note } = task?.selection ?? {};
  const lines = items.map(({ kind, name, reason, score }) => ({
    kind,
    name,
    why: reason,
    ...(score !== undefined && { score }),
  }));
  const tokens = await choices?.getContextWindow(conversation.session.settings.model);
  return {
    lines,
    ...(note !== undefined && { note }),
    ...(tokens !== undefined && Number.isFinite(tokens) && { window: tokens }),
  };
}
