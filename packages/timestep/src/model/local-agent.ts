import type { AgentFn } from '../port/index.ts';
import { agentBuiltinEcho } from './echo-agent.ts';
import { ModelError } from './model-error.ts';
import { passagesAgent } from './passages-agent.ts';
import { loadScript } from './script/load-script.ts';
import { scriptedAgent } from './script/scripted-agent.ts';

const BUILTIN = 'builtin:';
const SCRIPT = 'script:';

/**
 * An agent that needs no key and no network, by its name: `builtin:echo`, `builtin:passages`, or
 * `script:<file>`; `undefined` for any other name. `resolvePath` makes the path of a script absolute.
 * Throws `ModelError` for a built-in agent that is not there.
 */
export function localAgent(
  name: string,
  resolvePath: (path: string) => string,
): AgentFn | undefined {
  if (name.startsWith(SCRIPT)) return scriptedBy(resolvePath(name.slice(SCRIPT.length)));
  if (!name.startsWith(BUILTIN)) return undefined;
  switch (name.slice(BUILTIN.length)) {
    case 'echo':
      return agentBuiltinEcho;
    case 'passages':
      return passagesAgent();
    default:
      throw new ModelError(
        'model-not-found',
        `there is no built-in agent "${name}": use builtin:echo or builtin:passages`,
      );
  }
}

/** The script is read with the first message. */
function scriptedBy(path: string): AgentFn {
  let loading: Promise<AgentFn> | undefined;
  return async (messages, context) => {
    loading ??= loadScript(path).then((script) => scriptedAgent(script));
    return (await loading)(messages, context);
  };
}
