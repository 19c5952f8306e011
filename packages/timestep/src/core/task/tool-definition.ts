import type { JsonObject } from '../data/json.ts';
import type { ToolFacts, ToolSchema } from '../message/message.ts';

/** Definition of a tool with its server. A consent holds only while this is unchanged. */
export interface ToolDefinition extends ToolFacts {
  /** Name by which the model calls the tool. */
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly input: JsonObject;
}

/**
 * Returns the definition of a tool, without properties that may change while it is the same tool.
 */
export function getToolDefinition({ function: called, facts }: ToolSchema): ToolDefinition {
  const { name, description, parameters } = called;
  return { ...facts, name, ...(description !== undefined && { description }), input: parameters };
}
