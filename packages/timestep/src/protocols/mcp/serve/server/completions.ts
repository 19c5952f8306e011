import {
  ProtocolError,
  ProtocolErrorCode,
  type McpServer,
  type CompleteRequest,
  type CompleteResult,
} from '@modelcontextprotocol/server';
import type { CompiledEnvironment } from '../compile.ts';
import {
  SYSTEM_PROMPT,
  type EnvironmentDefinition,
  type Completer,
  type Completers,
} from '../definition.ts';

const MOST_VALUES = 100;

export function registerCompletions(
  { server }: McpServer,
  compiled: () => CompiledEnvironment,
): void {
  server.setRequestHandler('completion/complete', async ({ params }): Promise<CompleteResult> => {
    const { argument, context } = params;
    const completers = findCompletersOrThrow(params.ref, compiled().definition);
    const completer = Object.hasOwn(completers, argument.name)
      ? completers[argument.name]
      : undefined;
    const values = await listCompletions(completer, argument.value, context?.arguments ?? {});
    const { length: total } = values;
    return {
      completion: { values: values.slice(0, MOST_VALUES), total, hasMore: total > MOST_VALUES },
    };
  });
}

function findCompletersOrThrow(
  ref: CompleteRequest['params']['ref'],
  { prompts = [], resources = [] }: EnvironmentDefinition,
): Completers {
  const [found, named] =
    ref.type === 'ref/prompt'
      ? [prompts.find(({ name }) => name === ref.name), `prompt ${ref.name}`]
      : [resources.find(({ uri }) => uri === ref.uri), `template ${ref.uri}`];
  if (found) return found.complete ?? {};
  if (ref.type === 'ref/prompt' && ref.name === SYSTEM_PROMPT) return {};
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no ${named}`);
}

async function listCompletions(
  completer: Completer | undefined,
  typedText: string,
  others: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  if (typeof completer === 'function') return completer(typedText, others);
  const begun = typedText.toLowerCase();
  return (completer ?? []).filter((value) => value.toLowerCase().startsWith(begun));
}
