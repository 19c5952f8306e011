/**
 * The protocol by which the first message of a task reached the runner, or who sent it: a user on
 * the page (`page`), in a terminal (`terminal`) or in an editor (`acp`), a program that calls
 * `Agent` (`program`), or another agent of the same runner (`agent`).
 */
export type EntryPoint =
  | 'a2a-1.0'
  | 'a2a-0.3'
  | 'acp'
  | 'agent'
  | 'agui'
  | 'mcp'
  | 'page'
  | 'program'
  | 'responses'
  | 'terminal';
