import type { JsonObject, JsonValue } from '../../../core/index.ts';

/**
 * A model that is a list of rules: the first rule whose conditions hold determines the reply. The
 * same transcript always gets the same reply. This is the format of script files; see
 * design/models.md.
 */
export interface Script {
  readonly name?: string;
  /** Values for `{{name}}`. Options of the agent may override them. */
  readonly variables?: { readonly [name: string]: string };
  readonly rules: readonly Rule[];
  /** The reply if no rule matches. Default: a sentence that says so. */
  readonly otherwise?: RuleReply;
}

/** A reply of a scripted model and the conditions for it. */
export interface Rule {
  /** Name of the rule, used in error messages. */
  readonly name?: string;
  /** Conditions that must all hold. If undefined, the rule always applies. */
  readonly when?: When;
  readonly reply: RuleReply;
}

/**
 * Conditions of a rule. A rule with `user` and without `tool_result` answers a user message; a rule
 * with `tool_result` answers a tool result. A rule with neither answers both.
 */
export interface When {
  /** Condition on the newest user message. A plain string means `contains`. */
  readonly user?: string | TextCondition;
  /** Condition on the results of the newest tool calls. A plain string means `tool`. */
  readonly tool_result?: string | ToolResultCondition;
  /** Number of the reply, counted from 1 since the last user message. */
  readonly step?: number;
  /** Names of tools that must all be offered. */
  readonly tools?: readonly string[];
}

/** Conditions on a text. */
export interface TextCondition {
  /** Text that must occur, ignoring case. */
  readonly contains?: string;
  /**
   * Regular expression that must match, ignoring case. Its named groups become values for
   * `{{name}}`.
   */
  readonly matches?: string;
}

/** Conditions on the newest result of a tool. */
export interface ToolResultCondition extends TextCondition {
  /** The tool's name. */
  readonly tool?: string;
  /** Values that the JSON result must have at these paths. */
  readonly fields?: { readonly [path: string]: JsonValue };
  /** Paths at which the JSON result must have any value. */
  readonly has?: readonly string[];
}

/** The reply of a rule. A plain string means `say`. */
export type RuleReply = string | SayOrCall;

/** A reply with text, tool calls, or both. */
export interface SayOrCall {
  readonly say?: string;
  /** One tool call, or several parallel calls. */
  readonly call?: ScriptedCall | readonly ScriptedCall[];
}

/** A tool call that a scripted model makes. */
export interface ScriptedCall {
  readonly tool: string;
  /** Arguments of the call. Default: no arguments. */
  readonly arguments?: JsonObject;
}
