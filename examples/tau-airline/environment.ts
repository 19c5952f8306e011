import { functionEnvironment, type ToolFn } from '@timestep-ai/timestep';
import type { JsonObject } from '@timestep-ai/timestep/core';
import type { TrialEnvironment } from '@timestep-ai/timestep/eval';
import { openDatabase, type Base, type Database } from './database.ts';
import { readingTools } from './reading-tools.ts';
import { RESPOND, type Action } from './recordings.ts';
import { writingTools } from './writing-tools.ts';

/** What a trial leaves behind. */
export interface Outcome {
  readonly digest: string;
  /** True where the user or the agent ended the conversation, and not a limit. */
  readonly hasEnded: boolean;
  /** What the agent said to the user. */
  readonly said: readonly string[];
  /** What each action came to, in order. */
  readonly observations: readonly string[];
}

/** The words by which a simulated user ends a conversation. */
const STOP = '###STOP###';
const HANDS_OVER = 'transfer_to_human_agents';

/** The airline with its 14 tools, and a user who answers what was recorded. */
export function airline(base: Base, userReplies: readonly string[]): TrialEnvironment {
  const database = openDatabase(base);
  const said: string[] = [];
  const observations: string[] = [];
  let hasEnded = false;
  const respond = ({ content }: JsonObject): string => {
    const reply = userReplies[said.length] ?? STOP;
    said.push(content as string);
    if (reply.includes(STOP)) hasEnded = true;
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
  const all = Object.entries({ ...toolsOf(database), [RESPOND]: respond });
  const tools = Object.fromEntries(all.map(([name, run]) => [name, observed(name, run)]));
  return {
    tools: functionEnvironment(tools),
    outcome: (): Outcome => ({ digest: database.digest(), hasEnded, said, observations }),
  };
}

/** The digest of the database after the actions that a task's author made. */
export function goldDigest(base: Base, gold: readonly Action[]): string {
  const database = openDatabase(base);
  const tools = toolsOf(database);
  for (const { name, arguments: args } of gold) if (name !== HANDS_OVER) tools[name]?.(args);
  return database.digest();
}

type Tools = { readonly [name: string]: (args: JsonObject) => string };

function toolsOf(database: Database): Tools {
  return { ...readingTools(database), ...writingTools(database) } as unknown as Tools;
}
