import { setTimeout as pause } from 'node:timers/promises';
import { Agent, Environment, type AgentFn, type AgentOptions } from '@timestep-ai/timestep';
import * as z from 'zod';

/** Milliseconds that a booking takes, so that a person can kill the server meanwhile. */
const BOOKING_MS = 6000;

export interface PersonalAssistantOptions {
  readonly model: string | AgentFn;
  /** The address of the weather assistant. */
  readonly weatherAgentUri: string;
  /** Where tools run: in the client (`client`) or in the agent (`server`). */
  readonly toolSite?: AgentOptions['toolSite'];
}

/** Creates an assistant that hands questions about the weather off to the weather assistant. */
export function createPersonalAssistant({
  model,
  weatherAgentUri,
  toolSite = 'client',
}: PersonalAssistantOptions): Agent {
  const handoff = { allow: [weatherAgentUri] };
  const environment = new Environment({
    environmentId: 'personal-environment',
    agentId: 'personal-assistant',
    handoff,
    systemPrompt:
      'You are a personal assistant. Hand questions about the weather to the weather assistant at ' +
      `${weatherAgentUri} with the handoff tool, and pass on what it answers.`,
  });
  environment.tool(
    'book_table',
    {
      description: 'Books a table in a restaurant.',
      input: z.object({ city: z.string(), people: z.number(), place: z.string() }),
      needsApproval: true,
      replay: 'key',
    },
    async ({ city, people, place }, { key = '', signal }) => {
      await pause(BOOKING_MS, undefined, { signal });
      // The key is the same after a crash, so that the restaurant books one table.
      return `A table for ${people} ${place} in ${city} is booked under the number ${key.slice(-8)}.`;
    },
  );
  return new Agent({
    agentId: 'personal-assistant',
    name: 'Personal Assistant',
    description: 'Answers questions, and hands off questions that other agents answer better.',
    model,
    environment,
    handoff,
    toolSite,
    skills: [
      {
        id: 'assist',
        name: 'Assist',
        description: 'Answers everyday questions, with the help of other agents.',
        tags: ['assistant', 'handoff'],
        examples: ["What's the weather in Oakland?"],
      },
    ],
  });
}
