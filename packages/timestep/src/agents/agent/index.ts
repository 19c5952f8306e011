export { createAgentChoices } from './agent-choices.ts';
export {
  type FolderEnvironment,
  type FolderEnvironmentOptions,
  type ToolChoice,
  openFolderEnvironment,
} from './environment/folder-environment.ts';
export { buildInstructions } from './environment/instructions.ts';
export { type ExaminedServer, examineServers } from './examine-servers.ts';
export { describeContextSelectionMethod } from './context/describe-choice.ts';
export {
  openChoiceExplainer,
  type ExplainedChoice,
  type ExplainedItem,
} from './context/explain-choice.ts';
export {
  computeChoiceFigures,
  judgeChoice,
  type ChoiceFigures,
  type JudgedChoice,
  type JudgedQuestion,
} from './context/judge-choices.ts';
export { listSimilarRules } from './context/similar-rules.ts';
export { getAgentModelName, type FolderModelOptions } from './folder-model.ts';
export type { LiveEnvironment } from './live-environment.ts';
export type { AgentDefinition, LoadFolderOptions } from './agent-definition.ts';
export { pinAllowedTools, type PinnedFolder } from './pin-tools.ts';
export { loadAgent, loadAgentFolder } from './load-agent.ts';
