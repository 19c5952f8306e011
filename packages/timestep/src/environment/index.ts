export {
  schemasOfArguments,
  namesInPrompt,
  promptOfCall,
  TOOL_NAME,
  type AgentTool,
  type AgentTools,
} from './agent-tool.ts';
export { createAgentOutput } from './agent-output.ts';
export { calculate } from './calculate.ts';
export { CalculationError } from './calculation-error.ts';
export { brokenPromise, probeChecked, unapproved, wrongArguments } from './compiled-tool.ts';
export { tool } from './define-tool.ts';
export { checkTool, requireToolName } from './check-tool.ts';
export { askUser } from './ask-user.ts';
export { calc, DEFAULT_TOOLS, echo } from './default-tools.ts';
export { buildToolsSchema, functionEnvironment } from './function-environment.ts';
export { joinedEnvironment } from './joined-environment.ts';
export {
  check,
  hoistArguments,
  hoistResult,
  type ArgumentsOf,
  type HoistedSchema,
  type SchemaLike,
  type StandardSchema,
} from './schema.ts';
export {
  contentOf,
  getInputSchema,
  structuredOf,
  type NamedTool,
  type Tool,
  type ToolFn,
  type ToolOptions,
  type ToolSet,
} from './tool.ts';
export { ToolError, type ToolErrorCode } from './tool-error.ts';
export {
  askedIn,
  askingContext,
  type AskedQuestion,
  type AskingContext,
  type NewArtifact,
  type QuestionOptions,
  type SuspendedCall,
  type ToolFnContext,
  waitIn,
} from './tool-fn-context.ts';
export {
  judgeByRules,
  malformedRules,
  type JudgeByRules,
  type MalformedRule,
  type PermissionRules,
} from './permission-rules.ts';
export { rulesGuard } from './rules-guard.ts';
export { checkAnswers, type CheckedAnswers } from './check-answers.ts';
