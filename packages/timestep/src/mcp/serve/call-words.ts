import type { CallToolResult } from '@modelcontextprotocol/server';
import { formatQuestion, type Question } from '../../core/index.ts';
import { unapproved } from '../../environment/index.ts';
import { createToolError } from '../convert/result-to-mcp.ts';

const LONGEST_SHOWN = 2000;

/** The question whether a tool may be called with these arguments, as JSON. */
export function mayRun(name: string, args: string): string {
  return `May ${name} run with ${args.slice(0, LONGEST_SHOWN)}?`;
}

/** The result of a call that needs a person's decision if no person can be asked. */
export function nobodyToAsk(name: string): CallToolResult {
  return createToolError(
    `${unapproved(name)} and no person can be asked: connect with a client that offers elicitation`,
  );
}

/** The result of a call whose tool asks if no person can answer. */
export function nobodyToAnswer(name: string, question: Question): CallToolResult {
  const why = 'no person can be asked: connect with a client that offers elicitation';
  return createToolError(`${name} must know: ${formatQuestion(question)} But ${why}`);
}

/** What a model reads of a question that the person has left unanswered. */
export function leftUnanswered(question: Question): string {
  return `the user did not answer: ${formatQuestion(question)}`;
}

/** The result of a call whose tool waits for a task over MCP, where its caller is none. */
export function cannotWait(name: string): CallToolResult {
  const why = `tool ${name} waits for a task, which only a call by an agent of the same runner can do`;
  return createToolError(why);
}

/** The result of a call whose tool returned a task that its caller cannot take. */
export function noTask(name: string): CallToolResult {
  return createToolError(
    `tool ${name} returned a task, which only a client with the tasks extension takes`,
  );
}
