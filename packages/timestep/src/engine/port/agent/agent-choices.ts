import type { Session } from '#core';
import type { AgentFn } from './agent-fn.ts';

/** Models, tools and context items of an agent from which a session can choose. */
export interface AgentChoices {
  /** Models that a session can select. Undefined if there is no choice. */
  readonly models?: AgentModels;
  /** Calls a model, by default the agent's own. Undefined if the agent is remote. */
  readonly answers?: AgentFn;
  /** Returns a model's context window in tokens, by default the agent's; `Infinity` if unknown. */
  readonly getContextWindow: (named: string | undefined) => Promise<number>;
  readonly listItems: (kind: ItemKind, session: Session) => Promise<readonly ItemLine[]>;
  /** Texts of the agent that users send by slash commands. Undefined if it can have none. */
  readonly listCommands?: () => Promise<readonly TextCommand[]>;
  /**
   * Whether each session can select its own items (rules, references, skills and tools). False if all
   * sessions share them.
   */
  readonly hasOwnItems: boolean;
}

/** A text that users send by a slash command. */
export interface TextCommand {
  readonly name: string;
  readonly description?: string;
  /** The arguments in the help text, such as `<file>`. */
  readonly argumentHint?: string;
  /** Text with `$ARGUMENTS` and `$1` to `$9` for what the user writes after the command. */
  readonly text: string;
}

/** Models that an agent can use. */
export interface AgentModels {
  /** Returns the agent's model. Undefined if the agent is a program without a model. */
  readonly getOwnModel: () => string | undefined;
  /** Throws if a session cannot use the model. The error says what to do. */
  readonly check: (model: string) => void;
  readonly providers: () => readonly ProviderLine[];
  /** Lists models as `provider/name`, by default of all providers for which a key is set. */
  readonly list: (provider: string | undefined) => Promise<readonly string[]>;
}

/** A model provider as shown in lists. */
export interface ProviderLine {
  readonly name: string;
  readonly isReady: boolean;
  /** Environment variable that holds the provider's key. Undefined if no key is needed. */
  readonly keyVariable?: string;
  /** Whose credentials on this machine the provider uses without a key, such as `AWS`. */
  readonly machineCredentials?: string;
}

/** Kind of an item that an agent's model can receive. */
export type ItemKind = 'tool' | 'rule' | 'reference' | 'skill';

/** A tool, rule, reference or skill as shown in lists. */
export interface ItemLine {
  readonly name: string;
  readonly description?: string;
  /** When the agent receives the item: always, when it is relevant, or when a user requests it. */
  readonly include: 'always' | 'agent' | 'manual';
  /** Setting of the session that overrides `include`. Undefined if the session has none. */
  readonly inSession?: 'included' | 'excluded';
  /** Whether each call of the tool needs approval. Only set for tools. */
  readonly needsApproval?: boolean;
}
