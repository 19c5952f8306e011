import { setTimeout as sleep } from 'node:timers/promises';
import { inputRequired, inputResponse, ProtocolError } from '@modelcontextprotocol/server';
import type { McpTool } from '@timestep-ai/timestep/mcp';
import * as z from 'zod';
import { form } from './asking.ts';

const CONFIRM = { confirm: { type: 'boolean' } } as const;

/** Returns the user's form data, in a request or in a task. */
function given(inputs: Readonly<Record<string, unknown>> | undefined, key: string) {
  const response = inputResponse(inputs, key);
  return response.kind === 'elicit' && response.action === 'accept' ? response.content : undefined;
}

/** The tools whose calls are tasks, as the tasks extension has them. */
export const taskTools: readonly McpTool[] = [
  {
    name: 'greet',
    description: 'Greets at once',
    input: z.object({ name: z.string() }),
    execute: ({ name }: { readonly name: string }) => `Hello, ${name}!`,
  },
  {
    name: 'slow_compute',
    description: 'Takes as many seconds as it is given',
    input: z.object({ seconds: z.number(), label: z.string().optional() }),
    task: 'optional',
    async execute(
      { seconds, label = '' }: { readonly seconds: number; label?: string },
      { signal },
    ) {
      await sleep(seconds * 1000, undefined, { signal });
      return `computed ${label}`;
    },
  },
  {
    name: 'failing_job',
    description: 'Fails after a while',
    task: 'required',
    async execute() {
      await sleep(1000);
      throw new Error('the job failed');
    },
  },
  {
    name: 'protocol_error_job',
    description: 'Ends in an error of the protocol',
    task: 'optional',
    execute() {
      throw new ProtocolError(-32_603, 'the job broke');
    },
  },
  {
    name: 'confirm_delete',
    description: 'Asks before it deletes',
    input: z.object({ filename: z.string() }),
    task: 'optional',
    execute({ filename }: { readonly filename: string }, { ask, answers }) {
      const [answer] = answers;
      const schema = { type: 'object', properties: CONFIRM, required: ['confirm'] };
      if (!answer) return ask({ text: `Delete ${filename}?`, schema });
      return answer.data?.['confirm'] === true ? `deleted ${filename}` : `kept ${filename}`;
    },
  },
  {
    name: 'multi_input',
    description: 'Asks for two things at once',
    task: 'optional',
    execute(_args, { inputs }) {
      const [first, second] = [given(inputs, 'first'), given(inputs, 'second')];
      if (first && second) return `got ${JSON.stringify([first, second])}`;
      const properties = { name: { type: 'string' } } as const;
      return inputRequired({
        inputRequests: { first: form('First?', properties), second: form('Second?', properties) },
      });
    },
  },
  {
    name: 'test_tool_with_task',
    description: 'Asks in its request, and goes on as a task',
    task: 'required',
    beforeTask(_args, { inputs }) {
      if (given(inputs, 'user_name')) return undefined;
      const asked = form('What is your name?', { name: { type: 'string' } });
      return inputRequired({ inputRequests: { user_name: asked } });
    },
    execute: (_args, { inputs }) => `Hello, ${String(given(inputs, 'user_name')?.['name'])}!`,
  },
];
