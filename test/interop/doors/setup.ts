import type { JsonObject, ToolLocation } from '@timestep-ai/timestep';

export const DOORS = ['A2A', 'gRPC', 'MCP', 'Responses'] as const;
export type Door = (typeof DOORS)[number];

export const SITES: readonly ToolLocation[] = ['server', 'client'];

/** External observations of one question and its answer. */
export interface Seen {
  /** Tools for which a user was asked. */
  readonly asked: readonly string[];
  /** Tools that had already run when a user was asked. */
  readonly ranWhenAsked: readonly (readonly string[])[];
  /** Questions of tools to the user, as text. */
  readonly questions: readonly string[];
  /** Names and texts of the artifacts that the caller received. */
  readonly given: readonly string[];
  /** Tools that have run, in order. */
  readonly ran: readonly string[];
  /** Number of `probe` calls of tools. */
  readonly probed: number;
  /** Tools that the model was offered in each of its replies. */
  readonly offered: readonly (readonly string[])[];
  /** The tool choice in each of its replies. */
  readonly choices: readonly unknown[];
  /** The required answer format in each of its replies. */
  readonly forms: readonly unknown[];
  /** Media types of the images that the model received in the caller's messages. */
  readonly pictures: readonly string[];
  /** Number of aborted calls. */
  readonly stopped: number;
  /** How the caller learned that there is no answer. */
  readonly ended: readonly string[];
  /**
   * The result of each call as the model read it and repeats it to its caller; `lost` without an
   * answer.
   */
  readonly read: readonly string[] | 'lost';
  /** The settings that the answer repeats. */
  readonly echo: JsonObject;
}

/** Only the values that matter to a cell; texts of the model are given by their beginnings. */
export type Expected = Partial<Omit<Seen, 'echo'>>;

/** The question to the agent, and the way it is served. */
export interface Setup {
  /** The tools that the model calls in each of its replies before it answers. */
  readonly plan: readonly (readonly Tool[])[];
  readonly approves?: boolean;
  /** Settings of the request, with the names of OpenAI Responses. */
  readonly settings?: JsonObject;
  readonly toolsAllowed?: readonly Tool[];
  /** The server is restarted during the first call, or when the caller is asked. */
  readonly restarts?: boolean;
  /** The caller cancels the task during the first call, or when it is asked for it. */
  readonly cancels?: boolean;
  /** The caller sends an image with its message. */
  readonly picture?: boolean;
  /** Maximum number of replies of the model. */
  readonly maxSteps?: number;
  /** Parts that are removed from the definitions or the behavior of the tools. */
  readonly without?: 'needsApproval' | 'probe' | 'question' | 'artifact' | 'form';
}

export type Tool = 'look' | 'pay' | 'order' | 'book' | 'draw' | 'seat';

export interface Behaviour extends Setup {
  readonly name: string;
  readonly expected: Expected;
  /** Different observations for a protocol or a tool site, and the reason. */
  readonly exceptions?: readonly Exception[];
  /**
   * Observations with a runner that loses all data with its process, instead of all of the above.
   */
  readonly inMemory?: Expected;
  /** A change that must alter the observations. */
  readonly broken: Partial<Setup>;
}

interface Exception {
  readonly doors?: readonly Door[];
  readonly sites?: readonly ToolLocation[];
  readonly why: string;
  /** The replacement that the agent gets. */
  readonly setup?: Partial<Setup>;
  readonly expected: Expected;
}
