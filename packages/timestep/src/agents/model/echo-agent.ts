import { getText } from '#core';
import type { AgentFn } from '#engine/port';

/** Replies with `Echo: ` and the newest user text. Its name in evals is `builtin:echo`. */
export const agentBuiltinEcho: AgentFn = (messages) => {
  const heard = messages.findLast((message) => message.role === 'user');
  return { role: 'assistant', content: `Echo: ${heard ? getText(heard) : ''}` };
};
