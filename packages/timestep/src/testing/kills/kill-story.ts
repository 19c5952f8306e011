import type { Backend, ServedAgent } from '#engine/port';

/** A test scenario with your agents. It runs repeatedly, each time with a kill at another point. */
export interface KillStory {
  /** Returns the agents: objects of `Agent` or `ServedAgent`. Each process calls this once. */
  readonly agents: () => readonly StoryAgent[] | Promise<readonly StoryAgent[]>;
  readonly messages: readonly StoryMessage[];
  /** Answers calls that need approval. Default: yes to all. */
  readonly approve?: (tool: string) => boolean;
  /** Answers questions of tools and agents. Default: `yes`. */
  readonly reply?: string;
  /** Opens the backend in the folder. Default: SQLite. */
  readonly open?: OpenStoryBackend;
  /**
   * Looks for more faults after all messages were answered, such as by asking the fakes of your services.
   * Returns the faults.
   */
  readonly check?: (folder: string) => readonly string[] | Promise<readonly string[]>;
}

/** An `Agent` of `@timestep-ai/timestep`, or an agent as runners serve it. */
export type StoryAgent = ServedAgent | { readonly loop: ServedAgent };

/** A message to an agent. */
export interface StoryMessage {
  /** Name of the agent. Default: the first. */
  readonly agent?: string;
  readonly text: string;
}

/** What a function receives to open the backend of a story (a test scenario). */
export interface StoryBackendDeps {
  readonly agents: readonly ServedAgent[];
  /** A new folder for this run of the kill test, shared only by the processes of the run. */
  readonly folder: string;
  /** Must be called at each point at which the process may be killed, such as before a commit. */
  readonly pass: (point: string) => void;
}

/** Opens the backend for one process of a story (a test scenario). */
export type OpenStoryBackend = (place: StoryBackendDeps) => Backend | Promise<Backend>;

export function toServedAgent(agent: StoryAgent): ServedAgent {
  return 'loop' in agent ? agent.loop : agent;
}
