import {
  isJsonObject,
  readObject,
  readObjects,
  readText,
  readValue,
  reportMissing,
  requireFields,
  requireText,
  requireWord,
  type Fields,
  type JsonObject,
  type JsonValue,
  type ToolSchema,
} from '../../../core/index.ts';
import type { ResumeEntry, RunInput } from '../wire/run-input.ts';
import { FIELD_RULES, requireId } from './agui-fields.ts';
import { readMessage } from './input-message.ts';

/** Throws `AguiError` that names the invalid field. */
export function readRunInput(body: JsonValue): RunInput {
  const fields = requireFields(body, FIELD_RULES, 'the body');
  const threadId = requireId(fields, 'threadId');
  const runId = requireId(fields, 'runId');
  readText(fields, 'protocolVersion');
  if (fields.object['messages'] === undefined)
    reportMissing(fields, 'messages', 'it must be a list');
  return {
    threadId,
    runId,
    messages: (readObjects(fields, 'messages') ?? []).map(readMessage),
    tools: (readObjects(fields, 'tools') ?? []).map(readTool),
    context: (readObjects(fields, 'context') ?? []).map(readContext),
    metadata: readRunMetadata(fields),
    resume: (readObjects(fields, 'resume') ?? []).map(readResume),
  };
}

function readTool(fields: Fields): ToolSchema {
  const name = requireId(fields, 'name');
  const description = readText(fields, 'description');
  const parameters = readObject(fields, 'parameters')?.object ?? { type: 'object', properties: {} };
  return {
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters },
  };
}

function readContext(fields: Fields): RunInput['context'][number] {
  return { description: requireText(fields, 'description'), value: requireText(fields, 'value') };
}

function readResume(fields: Fields): ResumeEntry {
  return {
    path: fields.path,
    interruptId: requireText(fields, 'interruptId'),
    status: requireWord(fields, 'status', ['resolved', 'cancelled']),
    payload: fields.object['payload'],
  };
}

/** Fields for the agent, unchanged. Empty values are omitted. */
function readRunMetadata(fields: Fields): JsonObject {
  const state = readValue(fields, 'state');
  const forwardedProps = readValue(fields, 'forwardedProps');
  const parentRunId = readText(fields, 'parentRunId');
  return {
    ...(isNotEmpty(state) && { state }),
    ...(isNotEmpty(forwardedProps) && { forwarded_props: forwardedProps }),
    ...(parentRunId !== undefined && { parent_run_id: parentRunId }),
  };
}

function isNotEmpty(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && !(isJsonObject(value) && Object.keys(value).length === 0);
}
