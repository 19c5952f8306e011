import type { ToolEcho } from './response-object.ts';

/** How a caller names one of its functions, alone or in a namespace. */
export interface FunctionName {
  readonly name: string;
  readonly namespace?: string;
}

/** The one name under which a model sees a function; those of a namespace begin with its name. */
export function nameForModel({ namespace, name }: FunctionName): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

/** The name of a function as the caller has it, of that which a model sees. */
export function nameForCaller(tools: readonly ToolEcho[], seen: string): FunctionName {
  for (const tool of tools) {
    if (tool.type !== 'namespace') continue;
    const names = tool.tools.map(({ name }) => ({ name, namespace: tool.name }));
    const found = names.find((name) => nameForModel(name) === seen);
    if (found) return found;
  }
  return { name: seen };
}
