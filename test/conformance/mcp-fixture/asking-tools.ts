import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { McpTool } from '@timestep-ai/timestep/mcp';
import * as z from 'zod';
import { filledIn, form, mcpOf, sample, sampled } from './asking.ts';

const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = [
  { const: 'value1', title: 'First' },
  { const: 'value2', title: 'Second' },
  { const: 'value3', title: 'Third' },
];

type Form = ReturnType<typeof form>;

/** Creates a tool that shows a form and returns the answer. */
function asking(
  name: string,
  formOf: (message: string) => Form,
  tell: (action: string, content: unknown) => string,
): McpTool {
  return {
    name,
    description: 'Asks a person',
    input: z.object({ message: z.string().optional() }),
    execute({ message = name }: { readonly message?: string }, context) {
      const given = inputResponse(mcpOf(context).request.mcpReq.inputResponses, 'form');
      return given.kind === 'elicit'
        ? tell(given.action, given.content ?? {})
        : inputRequired({ inputRequests: { form: formOf(message) } });
    },
  };
}

const completed = (action: string, content: unknown): string =>
  `Elicitation completed: action=${action}, content=${JSON.stringify(content)}`;

/** The tools that ask the client for something and have done so since the 2025 revisions. */
export const askingTools: readonly McpTool[] = [
  {
    name: 'test_sampling',
    description: 'Asks a model',
    input: z.object({ prompt: z.string() }),
    execute({ prompt }: { readonly prompt: string }, context) {
      const text = sampled(context, 'reply');
      return text === undefined
        ? inputRequired({ inputRequests: { reply: sample(prompt, 100) } })
        : `LLM response: ${text}`;
    },
  },
  asking(
    'test_elicitation',
    (message) => form(message, { username: { type: 'string' }, email: { type: 'string' } }),
    (action, content) => `User response: action: ${action}, content: ${JSON.stringify(content)}`,
  ),
  asking(
    'test_elicitation_sep1034_defaults',
    (message) =>
      form(
        message,
        {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        },
        [],
      ),
    completed,
  ),
  asking(
    'test_elicitation_sep1330_enums',
    (message) =>
      form(
        message,
        {
          untitledSingle: { type: 'string', enum: OPTIONS },
          titledSingle: { type: 'string', oneOf: TITLED },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
          titledMulti: { type: 'array', items: { anyOf: TITLED } },
        },
        [],
      ),
    completed,
  ),
  {
    name: 'test_streaming_elicitation',
    description: 'Asks a person',
    execute: (_args, context) =>
      filledIn(context, 'form')
        ? 'ok'
        : inputRequired({
            inputRequests: { form: form('Your name?', { name: { type: 'string' } }) },
          }),
  },
];
