import {
  acceptedContent,
  completable,
  inputRequired,
  type ContentBlock,
  type PromptMessage,
} from '@modelcontextprotocol/server';
import type { PromptDefinition } from '@timestep-ai/timestep/mcp';
import * as z from 'zod';
import { form } from './asking.ts';
import { PNG } from './media.ts';

function user(content: ContentBlock): PromptMessage {
  return { role: 'user', content };
}

export const prompts: readonly PromptDefinition[] = [
  {
    name: 'test_simple_prompt',
    description: 'Text',
    run: () => 'This is a simple prompt for testing.',
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'Text with its arguments in it',
    input: z.object({
      arg1: completable(z.string(), (typed) =>
        ['paris', 'park', 'party'].filter((word) => word.startsWith(typed)),
      ),
      arg2: z.string(),
    }),
    run: ({ arg1, arg2 }: { readonly arg1: string; readonly arg2: string }) =>
      `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource and text',
    input: z.object({ resourceUri: z.string() }),
    run: ({ resourceUri: uri }: { readonly resourceUri: string }) => [
      user({
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      }),
      user({ type: 'text', text: 'Please process the embedded resource above.' }),
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'An image and text',
    run: () => [
      user({ type: 'image', data: PNG, mimeType: 'image/png' }),
      user({ type: 'text', text: 'Please analyze the image above.' }),
    ],
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'Asks before it answers',
    run(_args, { mcpReq }) {
      const given = acceptedContent(mcpReq.inputResponses, 'user_context');
      if (given) return String(given['context']);
      const asked = form('What context should the prompt use?', { context: { type: 'string' } });
      return inputRequired({ inputRequests: { user_context: asked } });
    },
  },
];
