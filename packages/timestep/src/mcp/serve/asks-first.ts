import type { CallToolResult } from '@modelcontextprotocol/server';
import { formatQuestion, type Question } from '../../core/index.ts';
import { unapproved } from '../../environment/index.ts';
import { createToolError } from '../convert/result-to-mcp.ts';
import type { ToolDefinition } from './definition.ts';

/**
 * Whether a person decides about each call: the tool says so, or else `humanInLoop` for tools that
 * do not only read.
 */
export function asksFirst(tool: ToolDefinition, humanInLoop: boolean): boolean {
  if (tool.needsApproval !== undefined) return tool.needsApproval;
  return humanInLoop && tool.annotations?.readOnlyHint !== true;
}

/** The result of a call that needs a person's decision where no person can be asked. */
export function nobodyToAsk({ name }: ToolDefinition): CallToolResult {
  return createToolError(
    `${unapproved(name)} and no person can be asked: connect with a client that offers elicitation`,
  );
}

/** The result of a call whose tool asks where no person can answer. */
export function nobodyToAnswer(name: string, question: Question): CallToolResult {
  const why = 'no person can be asked: connect with a client that offers elicitation';
  return createToolError(`${name} must know: ${formatQuestion(question)} But ${why}`);
}

/** What a model reads of a question that the person has left unanswered. */
export function notAnswered(question: Question): string {
  return `the user did not answer: ${formatQuestion(question)}`;
}
