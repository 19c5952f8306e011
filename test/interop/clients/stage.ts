/**
 * The server for third-party clients, created as users create it, and functions that run the
 * clients' programs.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, serve, type AgentFn, type Serving } from '@timestep-ai/timestep';
import { getText, type AssistantMessage } from '@timestep-ai/timestep/core';
import { onTestFinished } from 'vitest';
import { newPath } from '../durable-life.ts';
import { pythonOf, type PythonSet } from './client-sets.ts';
import { desk } from './desk.ts';

const FILES: AssistantMessage['artifacts'] = [
  {
    artifact_id: 'files',
    name: 'Files',
    parts: [
      {
        type: 'file',
        file: {
          url: 'data:text/plain;base64,aGVsbG8=',
          filename: 'hello.txt',
          media_type: 'text/plain',
        },
      },
      { type: 'data', data: { rows: 1 } },
    ],
  },
];

/**
 * A model that follows simple commands: `call <tool> <arguments>` calls a tool, its own or one of
 * the caller, `give` gives files, `say <text>` answers with the text, `recall` repeats its last
 * reply, `wait` waits until it is aborted. It repeats anything else in two pieces.
 */
const model: AgentFn = async (messages, { emit, signal, key }) => {
  const last = messages.at(-1);
  const said = last ? getText(last) : '';
  const [, name, args] = /^call (\S+) (.*)$/s.exec(said) ?? [];
  if (last?.role === 'tool') return { role: 'assistant', content: `The tool said: ${said}` };
  if (name !== undefined && args !== undefined) {
    const call = { name, arguments: args };
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${key.slice(-24)}`, type: 'function', function: call }],
    };
  }
  if (said === 'give') return { role: 'assistant', content: 'Here.', artifacts: FILES };
  if (said === 'recall') {
    const before = messages.findLast(({ role }) => role === 'assistant');
    return { role: 'assistant', content: `I said: ${before ? getText(before) : 'nothing'}` };
  }
  if (said === 'wait') await new Promise((_, reject) => signal.addEventListener('abort', reject));
  const pieces = said.startsWith('say ') ? [said.slice('say '.length)] : ['You said: ', said];
  for (const text of pieces) emit({ type: 'text', text });
  return { role: 'assistant', content: pieces.join('') };
};

/**
 * Serves the agent `clerk` with a database in a file; the client executes the tools of its A2A
 * tasks.
 */
export async function staged(answers: AgentFn = model): Promise<Serving> {
  const agent = new Agent({
    agentId: 'clerk',
    name: 'Clerk',
    description: 'Says things again.',
    version: '2.1.0',
    skills: [{ id: 'echo', name: 'Echo', description: 'Says it again.', tags: ['echo'] }],
    model: answers,
    environment: desk(),
  });
  const serving = await serve({ agents: [agent], port: 0, database: newPath() });
  onTestFinished(() => serving.close(0));
  return serving;
}

const run = promisify(execFile);

/**
 * Runs a client program and returns its output, one JSON text. Its error output is shown with the
 * test.
 */
export async function reportOf(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<unknown> {
  const { stdout } = await run(program, args, { ...options, maxBuffer: 1e8 });
  return JSON.parse(stdout);
}

/** Runs a Python program of this folder and returns its output. */
export function pythonReport(set: PythonSet, file: string, ...args: readonly string[]) {
  return reportOf(pythonOf(set), [join(import.meta.dirname, 'python', file), ...args]);
}
