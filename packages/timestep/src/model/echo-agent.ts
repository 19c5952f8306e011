import { textOf } from '../core/index.ts';
import type { AgentFn } from '../port/index.ts';

/** Answers `Echo: ` and the newest user text; what the eval format calls `builtin:echo`. */
export const agentBuiltinEcho: AgentFn = (messages) => {
  const heard = messages.findLast((message) => message.role === 'user');
  return { role: 'assistant', content: `Echo: ${heard ? textOf(heard) : ''}` };
};
