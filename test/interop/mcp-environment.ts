/** The environment of the interop tests; as a program, it is served over standard input. */
import {
  serveEnvironmentStdio,
  type CallAgent,
  type EnvironmentDefinition,
  type HandoffOptions,
} from '@timestep-ai/timestep/mcp';
import { handoffTool } from '@timestep-ai/timestep/calling';
import * as z from 'zod';

export const ALLOWED = 'http://agents.example/weather';

/** Takes the place of an agent that the server calls. */
export const callFromServer: CallAgent = async ({ agentUri, message }) => {
  if (message === 'unreachable') throw new Error('connect ECONNREFUSED');
  return { text: `server called ${agentUri} with ${message}`, taskId: 'task-s' };
};

export function environment(handoff: HandoffOptions = {}): EnvironmentDefinition {
  return {
    name: 'interop',
    version: '1.0.0',
    handoff: handoffTool({ allow: [ALLOWED], ...handoff }),
    tools: [
      {
        name: 'add',
        description: 'Adds two numbers',
        input: z.object({ a: z.number(), b: z.number() }),
        output: z.object({ sum: z.number() }),
        execute: ({ a, b }: { readonly a: number; readonly b: number }) => ({ sum: a + b }),
      },
    ],
  };
}

if (import.meta.main) serveEnvironmentStdio(environment());
