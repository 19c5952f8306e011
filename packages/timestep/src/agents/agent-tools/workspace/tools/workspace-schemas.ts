import type { JsonObject } from '#core';

export const AGENT_SCHEMA: JsonObject = {
  type: 'string',
  minLength: 1,
  description: 'The folder of the agent within the workspace, as list_agents names it',
};

export const NEW_FOLDER_SCHEMA: JsonObject = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*(/[A-Za-z0-9][A-Za-z0-9_-]*)*$',
  description: 'The folder of the new agent within the workspace, such as travel-desk',
};

export const KIND_SCHEMA: JsonObject = {
  type: 'string',
  enum: ['rule', 'reference', 'skill'],
  description:
    'rule: what the agent must honor; reference: what it may want to know; skill: how to do something, read up on when needed',
};

export const VERSION_SCHEMA: JsonObject = {
  type: 'string',
  description: 'files_version as get_agent gave it: an agent that was changed since stays as it is',
};

export const SETTINGS_SCHEMA: JsonObject = {
  type: 'object',
  description:
    'Settings by name: model (provider/model), temperature, topP, maxOutputTokens, maxChatTurns, toolPermission, askUser. null takes one back',
};

export const TOOLS_SCHEMA: JsonObject = {
  type: 'array',
  description:
    'What the agent is for others: each tool fills its prompt with the arguments of a call',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      description: { type: 'string' },
      parameters: { type: 'object', description: 'JSON Schema of the arguments, an object' },
      prompt: {
        type: 'string',
        description: 'What the agent is asked; {x} stands for the argument x, {name} for the tool',
      },
    },
    required: ['name', 'description', 'parameters', 'prompt'],
  },
};
