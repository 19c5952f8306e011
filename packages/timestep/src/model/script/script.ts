import type { JsonObject, JsonValue } from '../../core/index.ts';

/**
 * A model that is a list of rules: the first rule whose conditions hold gives the reply. The same
 * transcript always gets the same reply. The form of script files; see design/models.md.
 */
export interface Script {
  readonly name?: string;
  /** Values for `{{name}}`; options of the agent may override them. */
  readonly variables?: { readonly [name: string]: string };
  readonly rules: readonly Rule[];
  /** The reply when no rule fits; default: a sentence that says so. */
  readonly otherwise?: RuleReply;
}

/** What a scripted model replies, and when. */
export interface Rule {
  /** For error messages and people. */
  readonly name?: string;
  /** All conditions must hold; absent means always. */
  readonly when?: When;
  readonly reply: RuleReply;
}

/**
 * A rule with `user` and no `tool_result` answers a message of the user; one with `tool_result`
 * answers a tool. A rule with neither answers both.
 */
export interface When {
  /** About the newest user message; a bare text stands for `contains`. */
  readonly user?: string | TextCondition;
  /** About results of the calls made last; a bare text stands for `tool`. */
  readonly tool_result?: string | ToolResultCondition;
  /** The number of the reply, counted from 1 since the last user message. */
  readonly step?: number;
  /** Names of tools that must all be on offer. */
  readonly tools?: readonly string[];
}

/** What a text must hold for a rule to apply. */
export interface TextCondition {
  /** Text to be found, whatever its case. */
  readonly contains?: string;
  /** Regular expression, whatever the case; named groups become values for `{{name}}`. */
  readonly matches?: string;
}

/** What the newest result of a tool must hold for a rule to apply. */
export interface ToolResultCondition extends TextCondition {
  /** The tool's name. */
  readonly tool?: string;
  /** Values that the result, as JSON, must have at these paths. */
  readonly fields?: { readonly [path: string]: JsonValue };
  /** Paths at which the result, as JSON, must have a value. */
  readonly has?: readonly string[];
}

/** A bare text stands for `say`. */
export type RuleReply = string | SayOrCall;

/** Text, tool calls, or both. */
export interface SayOrCall {
  readonly say?: string;
  /** Several calls are made side by side. */
  readonly call?: ScriptedCall | readonly ScriptedCall[];
}

/** A call that a scripted model makes. */
export interface ScriptedCall {
  readonly tool: string;
  /** Default: none. */
  readonly arguments?: JsonObject;
}
