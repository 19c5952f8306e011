import { functionEnvironment, type ToolFn } from '@timestep-ai/timestep';
import type { JsonObject } from '@timestep-ai/timestep/core';
import type { TrialEnvironment } from '@timestep-ai/timestep/eval';
import { openDatabase, type Base, type Database } from './database.ts';
import { createReadingTools } from './reading-tools.ts';
import { RESPOND, type Action } from './recordings.ts';
import { createWritingTools } from './writing-tools.ts';

export interface TrialResult {
  readonly digest: string;
  /** True if the user or the agent ended the conversation; false if a limit did. */
  readonly hasEnded: boolean;
  /** The agent's messages to the user. */
  readonly said: readonly string[];
  readonly observations: readonly string[];
}

const USER_ENDS = '###STOP###';
const HANDS_OVER = 'transfer_to_human_agents';

/** Creates the airline with its 14 tools, and a user who sends the recorded replies. */
export function createAirline(base: Base, userReplies: readonly string[]): TrialEnvironment {
  const database = openDatabase(base);
  const said: string[] = [];
  const observations: string[] = [];
  let hasEnded = false;
  const respond = ({ content }: JsonObject): string => {
    const reply = userReplies[said.length] ?? USER_ENDS;
    said.push(content as string);
    if (reply.includes(USER_ENDS)) hasEnded = true;
    return reply;
  };
  const observed = (name: string, run: (args: JsonObject) => string): ToolFn => {
    return (args) => {
      const observation = run(args);
      observations.push(observation);
      if (name === HANDS_OVER) hasEnded = true;
      return observation;
    };
  };
  const all = Object.entries({ ...createTools(database), [RESPOND]: respond });
  const tools = Object.fromEntries(all.map(([name, run]) => [name, observed(name, run)]));
  return {
    tools: functionEnvironment(tools),
    outcome: (): TrialResult => ({ digest: database.digest(), hasEnded, said, observations }),
  };
}

export function computeGoldDigest(base: Base, actions: readonly Action[]): string {
  const database = openDatabase(base);
  const tools = createTools(database);
  for (const { name, arguments: args } of actions) if (name !== HANDS_OVER) tools[name]?.(args);
  return database.digest();
}

type Tools = { readonly [name: string]: (args: JsonObject) => string };

function createTools(database: Database): Tools {
  return { ...createReadingTools(database), ...createWritingTools(database) } as unknown as Tools;
}
