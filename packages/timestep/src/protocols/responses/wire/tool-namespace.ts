import type { ToolEcho } from './response-object.ts';

/** Name of a caller's function, optionally with its namespace. */
export interface FunctionName {
  readonly name: string;
  readonly namespace?: string;
}

/** Builds the function name that a model receives. The namespace, if any, is its prefix. */
export function getModelToolName({ namespace, name }: FunctionName): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

/** Converts the function name that a model uses back to the caller's name and namespace. */
export function findCallerToolName(tools: readonly ToolEcho[], modelName: string): FunctionName {
  for (const tool of tools) {
    if (tool.type !== 'namespace') continue;
    const names = tool.tools.map(({ name }) => ({ name, namespace: tool.name }));
    const found = names.find((name) => getModelToolName(name) === modelName);
    if (found) return found;
  }
  return { name: modelName };
}
