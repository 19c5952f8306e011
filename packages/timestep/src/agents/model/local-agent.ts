import { findQuestionIndex, getText } from '#core';
import type { AgentFn } from '#engine/port';
import { ModelError } from './model-error.ts';
import { createPassagesAgent } from './passages-agent.ts';
import { loadScript } from './script/load-script.ts';
import { scriptedAgent } from './script/scripted-agent.ts';

/** Replies with `Echo: ` and the newest user text. Its name in evals is `builtin:echo`. */
export const agentBuiltinEcho: AgentFn = (messages) => {
  const heard = messages[findQuestionIndex(messages)];
  return { role: 'assistant', content: `Echo: ${heard ? getText(heard) : ''}` };
};

const BUILTIN = 'builtin:';
const SCRIPT = 'script:';

/**
 * Creates the agent `builtin:echo`, `builtin:passages` or `script:<file>`; undefined for other
 * names. Throws `ModelError` for an unknown built-in agent.
 */
export function createLocalAgent(
  name: string,
  resolvePath: (path: string) => string,
): AgentFn | undefined {
  if (name.startsWith(SCRIPT))
    return createAgentFromScriptFile(resolvePath(name.slice(SCRIPT.length)));
  if (!name.startsWith(BUILTIN)) return undefined;
  switch (name.slice(BUILTIN.length)) {
    case 'echo':
      return agentBuiltinEcho;
    case 'passages':
      return createPassagesAgent();
    default:
      throw new ModelError(
        'model-not-found',
        `unknown built-in agent "${name}": use builtin:echo or builtin:passages`,
      );
  }
}

function createAgentFromScriptFile(path: string): AgentFn {
  let loading: Promise<AgentFn> | undefined;
  return async (messages, context) => {
    loading ??= loadScript(path).then((script) => scriptedAgent(script));
    return (await loading)(messages, context);
  };
}
