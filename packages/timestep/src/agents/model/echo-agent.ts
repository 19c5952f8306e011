import { getText } from '../../core/index.ts';
import type { AgentFn } from '../../engine/port/index.ts';

/**
 * Replies with `Echo: ` followed by the newest user text. The eval format calls this agent
 * `builtin:echo`.
 */
export const agentBuiltinEcho: AgentFn = (messages) => {
  const heard = messages.findLast((message) => message.role === 'user');
  return { role: 'assistant', content: `Echo: ${heard ? getText(heard) : ''}` };
};
