import type { CallToolResult } from '@modelcontextprotocol/server';
import { formatApprovalQuestion, formatQuestion, formatNeedsApproval, type Question } from '#core';
import { createToolError } from '../../convert/result-to-mcp.ts';

/**
 * Formats the approval question. The whole call is shown, because a person must not approve what they cannot see.
 */
export function formatApprovalPrompt(name: string, args: string): string {
  return formatApprovalQuestion([{ name, arguments: args }]);
}

export function createNoApproverError(name: string): CallToolResult {
  return createToolError(
    `${formatNeedsApproval(name)} and no person can be asked: connect with a client that offers elicitation`,
  );
}

export function createNoUserError(name: string, question: Question): CallToolResult {
  const why = 'no person can be asked: connect with a client that offers elicitation';
  return createToolError(`${name} must know: ${formatQuestion(question)} But ${why}`);
}

/** Creates the error of a tool that waits for a task, which is possible only for agents of the same runner. */
export function createToolCannotWaitError(name: string): CallToolResult {
  const why = `tool ${name} waits for a task, which only a call by an agent of the same runner can do`;
  return createToolError(why);
}

export function createNoTaskSupportError(name: string): CallToolResult {
  return createToolError(
    `tool ${name} returned a task, which only a client with the tasks extension supports`,
  );
}
