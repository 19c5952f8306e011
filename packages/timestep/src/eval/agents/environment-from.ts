import { DEFAULT_TOOLS, functionEnvironment } from '../../environment/index.ts';
import type { LoginStore } from '../../port/index.ts';
import { EvalError } from '../eval-error.ts';
import type { MakeEnvironment } from '../trial.ts';
import { folderTools } from './folder-agent.ts';

/** What the specs of environments look like, for help. */
export const ENVIRONMENT_SPECS: readonly string[] = [
  'builtin:default',
  'mcp:URL',
  'mcp:COMMAND',
  'folder:PATH',
];

/**
 * Makes a function that makes an environment for each trial, by its spec: the built-in tools; an
 * MCP server, to which every trial has a connection of its own and, by command, a process; or the
 * servers of an agent's folder, likewise. Servers that want a login have that of the person. Throws `EvalError`, and `FolderError` for a folder that
 * cannot be used.
 */
export function environmentFrom(spec: string, logins?: LoginStore): MakeEnvironment {
  const argument = spec.slice(spec.indexOf(':') + 1);
  if (spec === 'builtin:default') {
    const tools = functionEnvironment(DEFAULT_TOOLS);
    return () => ({ tools });
  }
  if (spec.startsWith('folder:') && argument !== '') return folderTools(argument, logins);
  if (!spec.startsWith('mcp:') || argument === '') {
    const message = `"${spec}" is not an environment: use ${ENVIRONMENT_SPECS.join(', ')}`;
    throw new EvalError('bad-environment', message);
  }
  const isUrl = /^https?:\/\//.test(argument);
  const [command = '', ...args] = argument.split(/\s+/);
  return async () => {
    // Loaded when first needed, because it takes half of the time that starting a suite takes.
    const { connectEnvironment, loginTokens } = await import('../../mcp/index.ts');
    const authProvider = isUrl && logins && loginTokens(logins, argument);
    const tools = await connectEnvironment(isUrl ? { url: argument } : { command, args }, {
      ...(authProvider && { authProvider }),
    });
    return { tools, close: () => tools.close() };
  };
}
