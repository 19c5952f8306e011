import { isJsonObject, type JsonObject } from '#core';

const TEXT = { type: 'string' } as const;

const describeText = (description: string): JsonObject => ({ type: 'string', description });

const TASK = describeText('The task, as another tool named it');

/** Adds the argument `wait_s`, whose default is `seconds`. */
export function addWaitArgument(schema: JsonObject, seconds: number): JsonObject {
  const wait_s = {
    type: 'number',
    minimum: 0,
    maximum: 3600,
    description: `Seconds to wait for the answer, ${seconds} if not given; what takes longer continues, and get_task tells its result`,
  };
  const { properties } = schema;
  return { ...schema, properties: { ...(isJsonObject(properties) && properties), wait_s } };
}

const buildObjectSchema = (required: readonly string[], properties: JsonObject): JsonObject => ({
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

const AGENT = describeText('The name of the agent as list_agents tells it, or its address');

const MESSAGE = describeText('What to tell it; it knows nothing of this conversation');

export const NO_ARGUMENTS: JsonObject = buildObjectSchema([], {});

export const CALL_AGENT: JsonObject = buildObjectSchema(['agent', 'message'], {
  agent: AGENT,
  message: MESSAGE,
  context: describeText('The context of an earlier task, to go on in that conversation'),
});

export const SEND_MESSAGE: JsonObject = buildObjectSchema(['agentId', 'message'], {
  agentId: AGENT,
  message: MESSAGE,
});

export const TASK_ONLY: JsonObject = buildObjectSchema(['task'], { task: TASK });

const DECISION = buildObjectSchema(['call_id', 'approved'], {
  call_id: TEXT,
  approved: { type: 'boolean' },
  reason: describeText('Why not, for the agent'),
  arguments: { type: 'object', description: 'Take the place of the arguments asked about' },
});

const FILE = buildObjectSchema([], {
  name: TEXT,
  media_type: describeText('Such as image/png'),
  data: describeText('Its content in base64; or give url'),
  url: { type: 'string', pattern: '^https?://', description: 'Where it is, http or https' },
});

export const ANSWER_TASK: JsonObject = buildObjectSchema(['task'], {
  task: TASK,
  message: describeText('The answer to its question'),
  approvals: buildListSchema(DECISION, 'What the user decided about the calls it wants to make'),
  files: buildListSchema(FILE),
});

export const SAY_TO_TASK: JsonObject = buildObjectSchema(['task'], {
  task: TASK,
  message: describeText('What to tell it'),
  files: buildListSchema(FILE),
});

export const TASK_REPORT: JsonObject = buildObjectSchema(['task', 'context', 'agent', 'state'], {
  task: describeText('The handle for get_task, answer_task and cancel_task'),
  context: describeText('The conversation, for another call_agent'),
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
  waits: describeText('Why it makes no progress at the moment'),
  left_out: describeText('What its model did not read, because the provider refused it'),
  answer: TEXT,
  question: buildObjectSchema(['text'], {
    text: TEXT,
    options: buildListSchema(TEXT),
    schema: { type: 'object' },
  }),
  approvals: buildListSchema(
    buildObjectSchema(['call_id', 'name'], {
      call_id: TEXT,
      name: TEXT,
      arguments: {},
      reason: TEXT,
    }),
  ),
  artifacts: buildListSchema(buildObjectSchema(['id'], { id: TEXT, name: TEXT })),
  error: TEXT,
});

export const AGENT_LIST: JsonObject = buildObjectSchema(['agents'], {
  agents: buildListSchema(
    buildObjectSchema(['name', 'description'], {
      name: TEXT,
      title: TEXT,
      description: TEXT,
      version: TEXT,
      skills: buildListSchema(
        buildObjectSchema(['name', 'description'], { name: TEXT, description: TEXT }),
      ),
      address: TEXT,
      problem: describeText('Why it cannot be asked now'),
    }),
  ),
});
