export {
  getArgumentSchemas,
  listNamesInPrompt,
  fillPrompt,
  TOOL_NAME,
  type AgentTool,
  type AgentTools,
} from './agent-tool.ts';
export { createAgentOutput } from './agent-output.ts';
export { calculate, CalculationError } from './calculate.ts';
export { compileTool, type CompiledTool } from './compile-tool.ts';
export {
  isApprovalRequired,
  executeToolCall,
  probeInterruptedCall,
  type CallContext,
  type ToolCallOptions,
  type ProtocolTaskOptions,
} from './make-call.ts';
export type { TaskCall, CallFailure, ProtocolResult, RanCall, ToolCallOutcome } from './ran.ts';
export { digestCall, digestText, digestTool } from './definition/digest-tool.ts';
export { requireValidTool, requireToolName } from './require-valid-tool.ts';
export { tool } from './define-tool.ts';
export { askUser } from './ask-user.ts';
export { calc, DEFAULT_TOOLS, echo } from './default-tools.ts';
export {
  addRemarkToResult,
  buildToolsSchema,
  functionEnvironment,
  toToolResult,
} from './function-environment.ts';
export { describeToolThrow } from './tool-throw.ts';
export { joinEnvironments } from './joined-environment.ts';
export {
  checkValue,
  prepareArgumentsSchema,
  prepareResultSchema,
  type ArgumentsOf,
  type PreparedSchema,
  type SchemaLike,
  type StandardSchema,
} from './schema.ts';
export {
  getInputSchema,
  formatValue,
  toTool,
  type DisplayFields,
  type NamedTool,
  type Tool,
  type ToolFn,
  type ToolOptions,
  type ToolSet,
} from './tool.ts';
export { ToolError, type ToolErrorCode } from './tool-error.ts';
export {
  getQuestionOfReturnValue,
  createCallFunctions,
  type AskedQuestion,
  type CallFunctions,
  type NewArtifact,
  type QuestionOptions,
  type SuspendedCall,
  type ToolFnContext,
} from './tool-fn-context.ts';
export {
  createConsentJudge,
  createRuleJudge,
  copyRuleToTool,
  listMalformedRules,
  matchesRuleTool,
  type RuleJudge,
  type MalformedRule,
  type PermissionRules,
} from './permissions/permission-rules.ts';
export { describeRule, type RuleEffect } from './permissions/describe-rule.ts';
export {
  findWrongExamples,
  type RuleExamples,
  type WrongExample,
} from './permissions/rule-examples.ts';
export { readLink } from './permissions/local-paths.ts';
export type { PathFacts } from './permissions/path-facts.ts';
export { createRulesGuard } from './permissions/rules-guard.ts';
export { formatLeftQuestion, type LeftQuestion } from './left-question.ts';
