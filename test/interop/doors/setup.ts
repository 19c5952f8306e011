import type { JsonObject, ToolSite } from '@timestep-ai/timestep';

export const DOORS = ['A2A', 'gRPC', 'MCP', 'Responses'] as const;
export type Door = (typeof DOORS)[number];

export const SITES: readonly ToolSite[] = ['server', 'client'];

/** What can be seen of one question and its answer, from outside of the agent. */
export interface Seen {
  /** The tools that a person was asked about. */
  readonly asked: readonly string[];
  /** The tools that had run whenever a person was asked. */
  readonly ranWhenAsked: readonly (readonly string[])[];
  /** What tools asked a person, in words. */
  readonly questions: readonly string[];
  /** The names of the artifacts that the caller received, and their texts. */
  readonly given: readonly string[];
  /** The tools that have run, in order. */
  readonly ran: readonly string[];
  /** How often a tool was asked what became of a call. */
  readonly probed: number;
  /** What the model was offered in each of its replies. */
  readonly offered: readonly (readonly string[])[];
  /** How the model was told to choose in each of its replies. */
  readonly choices: readonly unknown[];
  /** The form that the model was told to answer in, in each of its replies. */
  readonly forms: readonly unknown[];
  /** The media types of the pictures that the model saw in the words of the caller. */
  readonly pictures: readonly string[];
  /** How many calls were told to stop. */
  readonly stopped: number;
  /** How the caller was told that there is no answer. */
  readonly ended: readonly string[];
  /** What the model read of each call, as it repeats it to its caller; `lost` where no answer came. */
  readonly read: readonly string[] | 'lost';
  /** The settings that the answer repeats. */
  readonly echo: JsonObject;
}

/** Only what matters to a cell; what the model read is given as the beginning of each text. */
export type Expected = Partial<Omit<Seen, 'echo'>>;

/** What is asked of the agent, and how it is served. */
export interface Setup {
  /** The tools that the model calls in each of its replies, until it answers. */
  readonly plan: readonly (readonly Tool[])[];
  readonly approves?: boolean;
  /** Settings of the request, in the words of OpenAI Responses. */
  readonly settings?: JsonObject;
  readonly toolsAllowed?: readonly Tool[];
  /** The server is stopped and started again in the midst of the first call, or as the caller is asked. */
  readonly restarts?: boolean;
  /** The caller cancels the task in the midst of the first call, or as it is asked for it. */
  readonly cancels?: boolean;
  /** The caller sends a picture with its words. */
  readonly picture?: boolean;
  /** How many replies the model may give. */
  readonly maxSteps?: number;
  /** What the tools leave out of their definitions, or do not do. */
  readonly without?: 'needsApproval' | 'probe' | 'question' | 'artifact' | 'form';
}

export type Tool = 'look' | 'pay' | 'order' | 'book' | 'draw' | 'seat';

export interface Behaviour extends Setup {
  readonly name: string;
  readonly expected: Expected;
  /** Where a door or a tool site makes it something else, and why. */
  readonly exceptions?: readonly Exception[];
  /** What a runner that loses everything with its process leaves, instead of all of the above. */
  readonly inMemory?: Expected;
  /** A change that must show. */
  readonly broken: Partial<Setup>;
}

interface Exception {
  readonly doors?: readonly Door[];
  readonly sites?: readonly ToolSite[];
  readonly why: string;
  /** What the agent is given in its stead. */
  readonly setup?: Partial<Setup>;
  readonly expected: Expected;
}
