import type { ToolEcho } from './response-object.ts';

export interface FunctionName {
  readonly name: string;
  readonly namespace?: string;
}

/** Returns the name of a function for models, with its namespace, if any, as prefix. */
export function getModelToolName({ namespace, name }: FunctionName): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

export function findCallerToolName(tools: readonly ToolEcho[], modelName: string): FunctionName {
  for (const tool of tools) {
    if (tool.type !== 'namespace') continue;
    const names = tool.tools.map(({ name }) => ({ name, namespace: tool.name }));
    const found = names.find((name) => getModelToolName(name) === modelName);
    if (found) return found;
  }
  return { name: modelName };
}
