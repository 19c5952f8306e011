import type { Session } from '../core/index.ts';
import type { AgentFn } from './agent-fn.ts';

/** What a conversation may choose of an agent: which model answers, and what the agent has. */
export interface AgentChoices {
  /** Absent where a session cannot name another model. */
  readonly models?: AgentModels;
  /** Answers as the agent's model does, and in a turn that names a model, as that one. Absent: a peer. */
  readonly answers?: AgentFn;
  /**
   * The context window that texts are chosen and summed up for, in tokens, where a session names a model or
   * none; endless where no model reads the transcript.
   */
  readonly window: (named: string | undefined) => Promise<number>;
  /** What the agent has of a kind, and what a session says of it. */
  readonly items: (kind: ItemKind, session: Session) => Promise<readonly ItemLine[]>;
  /** Whether a session may include and exclude items; else each has the same. */
  readonly hasOwnItems: boolean;
}

/** The models of an agent. */
export interface AgentModels {
  /** The model of the agent; `undefined` where a program answers. */
  readonly own: () => string | undefined;
  /** Throws, with what to do, where a session cannot use the model. */
  readonly check: (model: string) => void;
  readonly providers: () => readonly ProviderLine[];
  /** The models of a provider, or of all that have a key; as `provider/name`. */
  readonly list: (provider: string | undefined) => Promise<readonly string[]>;
}

/** A provider as lists show it. */
export interface ProviderLine {
  readonly name: string;
  /** Whether its key is set, where it needs one. */
  readonly isReady: boolean;
  /** The variable that its key is read from; absent where it needs none. */
  readonly keyVariable?: string;
}

/** What an agent may be given to know or to use. */
export type ItemKind = 'tool' | 'rule' | 'reference' | 'skill';

/** A tool, rule, reference or skill as lists show it. */
export interface ItemLine {
  readonly name: string;
  readonly description?: string;
  /** When the agent has it: always, when it is relevant, or when a person asks for it. */
  readonly include: 'always' | 'agent' | 'manual';
  /** What the session says instead; absent: nothing. */
  readonly inSession?: 'included' | 'excluded';
  /** Whether each call needs a yes; only of tools. */
  readonly needsApproval?: boolean;
}
