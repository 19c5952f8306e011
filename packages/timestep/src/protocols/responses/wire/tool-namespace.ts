import type { ToolEcho } from './response-object.ts';

export interface FunctionName {
  readonly name: string;
  readonly namespace?: string;
}

/** Returns the name of a function for models: prefixed with its namespace, if it has one. */
export function getModelToolName(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

export function findCallerToolName(tools: readonly ToolEcho[], modelName: string): FunctionName {
  for (const tool of tools) {
    if (tool.type !== 'namespace') continue;
    const found = tool.tools.find(({ name }) => getModelToolName(name, tool.name) === modelName);
    if (found) return { name: found.name, namespace: tool.name };
  }
  return { name: modelName };
}
