import { describeUnknownOption, type OptionNames } from '#core';
import { AgentError } from './agent-error.ts';
import type { AgentOptions } from './agent-options.ts';

/** All option names; the compiler checks that the list is complete. */
const OPTIONS: Readonly<Record<keyof AgentOptions, true>> = {
  agentId: true,
  name: true,
  description: true,
  version: true,
  skills: true,
  card: true,
  model: true,
  instructions: true,
  tools: true,
  output: true,
  environment: true,
  environments: true,
  contextIdToEnvironmentUri: true,
  toolSite: true,
  toolCalls: true,
  toolsAllowed: true,
  limits: true,
  history: true,
  guards: true,
  handoff: true,
  answerLimit: true,
  logins: true,
  scopes: true,
  agentTools: true,
  choices: true,
  files: true,
  servers: true,
  useRunner: true,
  useSessions: true,
  useVectors: true,
  useVersions: true,
};

/** Option names of other frameworks, with the option of this library to use instead. */
const SPELLINGS: Readonly<Record<string, string>> = {
  id: 'agentId',
  agent_id: 'agentId',
  llm: 'model',
  languageModel: 'model',
  model_name: 'model',
  prompt: 'instructions',
  system: 'instructions',
  systemPrompt: 'instructions',
  system_prompt: 'instructions',
  systemMessage: 'instructions',
  instruction: 'instructions',
  tool: 'tools',
  toolset: 'tools',
  toolsets: 'tools',
  functions: 'tools',
  mcpServers: 'tools: [mcpServer({ url })]',
  mcp_servers: 'tools: [mcpServer({ url })]',
  outputType: 'output',
  outputSchema: 'output',
  output_type: 'output',
  output_schema: 'output',
  response_format: 'output',
  responseFormat: 'output',
  structuredOutput: 'output',
  experimental_output: 'output',
  handoffs: 'handoff',
  maxSteps: 'limits: { max_steps }',
  maxTurns: 'limits: { max_steps }',
  stopWhen: 'limits: { max_steps }',
  timeout: 'limits: { time_limit_s }',
  guardrails: 'guards',
  inputGuardrails: 'guards',
  outputGuardrails: 'guards',
  temperature: 'model: createAgent({ model, temperature })',
  settings: 'model: createAgent({ model, ...settings })',
  modelSettings: 'model: createAgent({ model, ...settings })',
};

/**
 * All allowed option names. `folder`, `refresh` and `close` are allowed and ignored, because
 * results of `loadAgentFolder` and `loadAgent` have them.
 */
const NAMES: OptionNames = { ...OPTIONS, folder: true, refresh: true, close: true };

const AGENT_ID = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,127}$/u;

/**
 * Throws `AgentError` (`bad-options`) if an option is unknown, missing or invalid, or cannot be
 * combined with another.
 */
export function checkAgentOptions(options: AgentOptions): void {
  const unknown = describeUnknownOption(options, NAMES, SPELLINGS);
  if (unknown !== undefined) throw createOptionsError(`Agent ${unknown}`);
  const { agentId, model, tools, instructions } = options;
  if (typeof agentId !== 'string' || agentId === '') {
    throw createOptionsError(
      'Agent needs an agentId, such as "weather": it names the agent in addresses',
    );
  }
  if (!AGENT_ID.test(agentId)) {
    const allowed = 'use letters, digits, "-", "_" and ".", and begin with a letter or a digit';
    throw createOptionsError(
      `agentId ${JSON.stringify(agentId)} cannot be part of an address: ${allowed}`,
    );
  }
  if (typeof model !== 'function' && (typeof model !== 'string' || model === '')) {
    const forms = '"provider/model", such as "openai/gpt-5-mini", or a function that answers';
    throw createOptionsError(`agent ${agentId} needs a model: ${forms}`);
  }
  requireOutputSchema(agentId, options.output);
  const other = (['environment', 'environments', 'contextIdToEnvironmentUri'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (other === undefined) return;
  if (tools !== undefined)
    throw createOptionsError(`agent ${agentId}: give tools or ${other}, not both`);
  if (instructions !== undefined) {
    const where = 'an Environment has its own systemPrompt';
    throw createOptionsError(`agent ${agentId}: give instructions or ${other}, not both: ${where}`);
  }
}

function requireOutputSchema(agentId: string, output: unknown): void {
  // Some Standard Schemas, such as those of ArkType, are functions.
  const isSchema =
    typeof output === 'function' ||
    (typeof output === 'object' && output !== null && !Array.isArray(output));
  if (output === undefined || isSchema) return;
  const forms = 'a schema, such as z.object({ city: z.string() }), or a JSON Schema';
  throw createOptionsError(`agent ${agentId} has an output that is not a schema: give ${forms}`);
}

function createOptionsError(message: string): AgentError {
  return new AgentError('bad-options', message);
}
