import { isJsonObject, type JsonObject } from '#core';

const TEXT = { type: 'string' } as const;

const TASK = { type: 'string', description: 'The task, as another tool named it' } as const;

/** Placeholder schema, which `withWaitSeconds` replaces. */
const WAIT: JsonObject = {};

function buildWaitSchema(seconds: number): JsonObject {
  return {
    type: 'number',
    minimum: 0,
    maximum: 3600,
    description: `Seconds to wait for the answer, ${seconds} if not given; what takes longer goes on, and get_task tells its result`,
  };
}

export function withWaitSeconds(schema: JsonObject, seconds: number): JsonObject {
  const { properties } = schema;
  return isJsonObject(properties)
    ? { ...schema, properties: { ...properties, wait_s: buildWaitSchema(seconds) } }
    : schema;
}

const buildObjectSchema = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const buildListSchema = (items: JsonObject, description?: string): JsonObject => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});

const AGENT = {
  type: 'string',
  description: 'The name of the agent as list_agents tells it, or its address',
} as const;

const MESSAGE = {
  type: 'string',
  description: 'What to tell it; it knows nothing of this conversation',
} as const;

export const NO_ARGUMENTS: JsonObject = buildObjectSchema({});

export const CALL_AGENT: JsonObject = buildObjectSchema(
  {
    agent: AGENT,
    message: MESSAGE,
    context: {
      type: 'string',
      description: 'The context of an earlier task, to go on in that conversation',
    },
    wait_s: WAIT,
  },
  'agent',
  'message',
);

export const SEND_MESSAGE: JsonObject = buildObjectSchema(
  { agentId: AGENT, message: MESSAGE },
  'agentId',
  'message',
);

export const GET_TASK: JsonObject = buildObjectSchema({ task: TASK, wait_s: WAIT }, 'task');

export const CANCEL_TASK: JsonObject = buildObjectSchema({ task: TASK }, 'task');

const DECISION = buildObjectSchema(
  {
    call_id: TEXT,
    approved: { type: 'boolean' },
    reason: { type: 'string', description: 'Why not, for the agent' },
    arguments: { type: 'object', description: 'Take the place of the arguments asked about' },
  },
  'call_id',
  'approved',
);

const FILE = buildObjectSchema({
  name: TEXT,
  media_type: { type: 'string', description: 'Such as image/png' },
  data: { type: 'string', description: 'Its content in base64; or give url' },
  url: { type: 'string', pattern: '^https?://', description: 'Where it is, http or https' },
});

export const ANSWER_TASK: JsonObject = buildObjectSchema(
  {
    task: TASK,
    message: { type: 'string', description: 'The answer to its question' },
    approvals: buildListSchema(DECISION, 'What the user decided about the calls it wants to make'),
    files: buildListSchema(FILE),
    wait_s: WAIT,
  },
  'task',
);

export const SAY_TO_TASK: JsonObject = buildObjectSchema(
  {
    task: TASK,
    message: { type: 'string', description: 'What to tell it' },
    files: buildListSchema(FILE),
    wait_s: WAIT,
  },
  'task',
);

export const TASK_REPORT: JsonObject = buildObjectSchema(
  {
    task: { type: 'string', description: 'The handle for get_task, answer_task and cancel_task' },
    context: { type: 'string', description: 'The conversation, for another call_agent' },
    agent: TEXT,
    state: {
      type: 'string',
      enum: [
        'working',
        'input-required',
        'auth-required',
        'completed',
        'failed',
        'canceled',
        'rejected',
      ],
    },
    answer: TEXT,
    question: buildObjectSchema(
      { text: TEXT, options: buildListSchema(TEXT), schema: { type: 'object' } },
      'text',
    ),
    approvals: buildListSchema(
      buildObjectSchema(
        { call_id: TEXT, name: TEXT, arguments: {}, reason: TEXT },
        'call_id',
        'name',
      ),
    ),
    artifacts: buildListSchema(buildObjectSchema({ id: TEXT, name: TEXT }, 'id')),
    error: TEXT,
  },
  'task',
  'context',
  'agent',
  'state',
);

export const AGENT_LIST: JsonObject = buildObjectSchema(
  {
    agents: buildListSchema(
      buildObjectSchema(
        {
          name: TEXT,
          title: TEXT,
          description: TEXT,
          version: TEXT,
          skills: buildListSchema(
            buildObjectSchema({ name: TEXT, description: TEXT }, 'name', 'description'),
          ),
          address: TEXT,
          problem: { type: 'string', description: 'Why it cannot be asked now' },
        },
        'name',
        'description',
      ),
    ),
  },
  'agents',
);
