import { DEFAULT_TOOLS, functionEnvironment } from '#engine/tools';
import type { LoginStore } from '#engine/port';
import { EvalError } from '../eval-error.ts';
import type { MakeEnvironment } from '../trial.ts';
import { createFolderToolsFactory } from './folder-agent.ts';

/** Forms of environment specs, for help texts. */
export const ENVIRONMENT_SPECS: readonly string[] = [
  'builtin:default',
  'mcp:URL',
  'mcp:COMMAND',
  'folder:PATH',
];

/** Creates environments of trials, each with its own process. Throws `EvalError`, `FolderError`. */
export function createEnvironmentFactory(spec: string, logins?: LoginStore): MakeEnvironment {
  const argument = spec.slice(spec.indexOf(':') + 1);
  if (spec === 'builtin:default') {
    const tools = functionEnvironment(DEFAULT_TOOLS);
    return () => ({ tools });
  }
  if (spec.startsWith('folder:') && argument !== '')
    return createFolderToolsFactory(argument, logins);
  if (!spec.startsWith('mcp:') || argument === '') {
    const message = `"${spec}" is not a valid environment: use ${ENVIRONMENT_SPECS.join(', ')}`;
    throw new EvalError('bad-environment', message);
  }
  const isUrl = /^https?:\/\//.test(argument);
  const [command = '', ...args] = argument.split(/\s+/);
  return async () => {
    // Imported on first use, because loading it would double the start time of a suite.
    const { connectEnvironment, createLoginProvider } = await import('#protocols/mcp');
    const authProvider = isUrl && logins && createLoginProvider(logins, argument);
    const tools = await connectEnvironment(isUrl ? { url: argument } : { command, args }, {
      ...(authProvider && { authProvider }),
    });
    return { tools, close: () => tools.close() };
  };
}
