import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ToolSchema,
} from '../../core/index.ts';
import { createInvalidFieldError } from '../wire/agui-error.ts';
import type { ResumeEntry, RunInput } from '../wire/run-input.ts';
import {
  requireId,
  readList,
  requireObjectField,
  readText,
  requireText,
  requireOneOf,
  type RequestObject,
} from './request-fields.ts';
import { readMessage } from './input-message.ts';

/** Reads the request for a run. Throws `AguiError` that names the invalid field. */
export function readRunInput(body: JsonValue): RunInput {
  if (!isJsonObject(body)) throw createInvalidFieldError('the body', 'must be an object');
  const fields = { object: body, path: '' };
  const threadId = requireId(fields, 'threadId');
  const runId = requireId(fields, 'runId');
  readText(fields, 'protocolVersion');
  if (body['messages'] === undefined)
    throw createInvalidFieldError('messages', 'is missing: it must be a list');
  return {
    threadId,
    runId,
    messages: readList(fields, 'messages', readMessage),
    tools: readList(fields, 'tools', readTool),
    context: readList(fields, 'context', readContext),
    metadata: readRunMetadata(fields),
    resume: readList(fields, 'resume', readResume),
  };
}

function readTool(value: JsonValue, path: string): ToolSchema {
  const fields = requireObjectField(value, path);
  const name = requireId(fields, 'name');
  const description = readText(fields, 'description');
  const given = fields.object['parameters'];
  const parameters: JsonObject =
    given === undefined || given === null
      ? { type: 'object', properties: {} }
      : requireObjectField(given, `${path}.parameters`).object;
  return {
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters },
  };
}

function readContext(value: JsonValue, path: string): RunInput['context'][number] {
  const fields = requireObjectField(value, path);
  return { description: requireText(fields, 'description'), value: requireText(fields, 'value') };
}

function readResume(value: JsonValue, path: string): ResumeEntry {
  const fields = requireObjectField(value, path);
  return {
    path,
    interruptId: requireText(fields, 'interruptId'),
    status: requireOneOf(fields, 'status', ['resolved', 'cancelled']),
    payload: fields.object['payload'],
  };
}

/** Reads the fields that are passed to the agent unchanged. Empty values are omitted. */
function readRunMetadata(fields: RequestObject): JsonObject {
  const { state, forwardedProps } = fields.object;
  const parentRunId = readText(fields, 'parentRunId');
  return {
    ...(isNotEmpty(state) && { state }),
    ...(isNotEmpty(forwardedProps) && { forwarded_props: forwardedProps }),
    ...(parentRunId !== undefined && { parent_run_id: parentRunId }),
  };
}

function isNotEmpty(value: JsonValue | undefined): value is JsonValue {
  if (value === undefined || value === null) return false;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}
