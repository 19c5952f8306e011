import type { CallToolResult } from '@modelcontextprotocol/server';
import { formatQuestion, type Question } from '../../core/index.ts';
import { formatUnapproved } from '../../environment/index.ts';
import { createToolError } from '../convert/result-to-mcp.ts';

const LONGEST_SHOWN = 2000;

/** Formats the question whether a tool may run; `args` are its arguments as JSON. */
export function formatApprovalQuestion(name: string, args: string): string {
  return `May ${name} run with ${args.slice(0, LONGEST_SHOWN)}?`;
}

/** Creates the error result of a call that needs approval when no user can be asked. */
export function createNoApproverError(name: string): CallToolResult {
  return createToolError(
    `${formatUnapproved(name)} and no person can be asked: connect with a client that offers elicitation`,
  );
}

/** Creates the error result of a call whose tool asks a question when no user can answer. */
export function createNoUserError(name: string, question: Question): CallToolResult {
  const why = 'no person can be asked: connect with a client that offers elicitation';
  return createToolError(`${name} must know: ${formatQuestion(question)} But ${why}`);
}

/** Formats the message that tells a model that the user did not answer a question. */
export function formatUnansweredQuestion(question: Question): string {
  return `the user did not answer: ${formatQuestion(question)}`;
}

/**
 * Creates the error result of an MCP call whose tool waits for a task, which only agents of the
 * same runner can do.
 */
export function createCannotWaitError(name: string): CallToolResult {
  const why = `tool ${name} waits for a task, which only a call by an agent of the same runner can do`;
  return createToolError(why);
}

/**
 * Creates the error result of a call that returned a task to a caller without support for tasks.
 */
export function createNoTaskSupportError(name: string): CallToolResult {
  return createToolError(
    `tool ${name} returned a task, which only a client with the tasks extension supports`,
  );
}
