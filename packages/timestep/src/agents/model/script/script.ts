import { TimestepError, type JsonObject, type JsonValue } from '#core';

/** A model as a list of rules (design/models.md): the first rule that matches gives the reply. */
export interface Script {
  readonly name?: string;
  /** Values for `{{name}}` in replies. Options of the agent override them. */
  readonly variables?: { readonly [name: string]: string };
  readonly rules: readonly Rule[];
  /** Reply if no rule matches. Default: a sentence that says so. */
  readonly otherwise?: RuleReply;
}

/** A rule of a scripted model: a reply, and the conditions under which the model gives it. */
export interface Rule {
  readonly name?: string;
  readonly when?: When;
  readonly reply: RuleReply;
}

/** Conditions of a rule, which must all hold. Without conditions on texts, any message matches. */
export interface When {
  /** Condition on the newest user message. A string means `contains`. */
  readonly user?: string | TextCondition;
  /** Condition on results of the newest tool calls. A string means `tool`. */
  readonly tool_result?: string | ToolResultCondition;
  /** Number of the model call since the last user message, from 1. */
  readonly step?: number;
  readonly tools?: readonly string[];
}

/** Conditions on a text in a scripted model's rule. All given conditions must hold. */
export interface TextCondition {
  /** Text that the message or result contains, in upper or lower case. */
  readonly contains?: string;
  /** Regular expression, ignoring case. Named groups become values for `{{name}}`. */
  readonly matches?: string;
}

/** Conditions on the newest result of a tool. */
export interface ToolResultCondition extends TextCondition {
  readonly tool?: string;
  /** Expected values in the JSON result, by path. */
  readonly fields?: { readonly [path: string]: JsonValue };
  /** Paths at which the JSON result must have a value. */
  readonly has?: readonly string[];
}

/** What a scripted model replies if a rule matches. A string stands for `{ say: string }`. */
export type RuleReply = string | SayOrCall;

/** A reply with text, tool calls, or both. */
export interface SayOrCall {
  readonly say?: string;
  readonly call?: ScriptedCall | readonly ScriptedCall[];
}

/** A tool call that a scripted model makes. */
export interface ScriptedCall {
  readonly tool: string;
  readonly arguments?: JsonObject;
}

/**
 * `bad-script`: the message names file and field. `script-ended`, `script-missing-value`: there is
 * no reply or value. `slow-pattern`: a pattern takes too long.
 */
export class ScriptError extends TimestepError {}
