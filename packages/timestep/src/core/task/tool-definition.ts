import type { JsonObject } from '../data/json.ts';
import type { ToolFacts, ToolSchema } from '../message/message.ts';

/** What a consent to a tool binds to: the tool's server and everything that defines the tool. */
export interface ToolDefinition extends ToolFacts {
  /** Name by which the model calls the tool. */
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly input: JsonObject;
}

/** Returns the definition of a tool, without what may change while the tool stays the same. */
export function getToolDefinition({ function: called, facts }: ToolSchema): ToolDefinition {
  const { name, description, parameters } = called;
  return { ...facts, name, ...(description !== undefined && { description }), input: parameters };
}
