import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ToolSchema,
} from '../../core/index.ts';
import { invalidField } from '../wire/agui-error.ts';
import type { ResumeEntry, RunInput } from '../wire/run-input.ts';
import { idAt, listAt, objectAt, optionalTextAt, textAt, wordAt, type From } from './fields.ts';
import { readMessage } from './input-message.ts';

/** Reads the request for a run. Throws `AguiError` that names the field at fault. */
export function readRunInput(body: JsonValue): RunInput {
  if (!isJsonObject(body)) throw invalidField('the body', 'must be an object');
  const from = { object: body, path: '' };
  const threadId = idAt(from, 'threadId');
  const runId = idAt(from, 'runId');
  optionalTextAt(from, 'protocolVersion');
  if (body['messages'] === undefined)
    throw invalidField('messages', 'is missing: it must be a list');
  return {
    threadId,
    runId,
    messages: listAt(from, 'messages', readMessage),
    tools: listAt(from, 'tools', readTool),
    context: listAt(from, 'context', readContext),
    remarks: remarksIn(from),
    resume: listAt(from, 'resume', readResume),
  };
}

function readTool(value: JsonValue, path: string): ToolSchema {
  const from = objectAt(value, path);
  const name = idAt(from, 'name');
  const description = optionalTextAt(from, 'description');
  const given = from.object['parameters'];
  const parameters: JsonObject =
    given === undefined || given === null
      ? { type: 'object', properties: {} }
      : objectAt(given, `${path}.parameters`).object;
  return {
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters },
  };
}

function readContext(value: JsonValue, path: string): RunInput['context'][number] {
  const from = objectAt(value, path);
  return { description: textAt(from, 'description'), value: textAt(from, 'value') };
}

function readResume(value: JsonValue, path: string): ResumeEntry {
  const from = objectAt(value, path);
  return {
    path,
    interruptId: textAt(from, 'interruptId'),
    status: wordAt(from, 'status', ['resolved', 'cancelled']),
    payload: from.object['payload'],
  };
}

/** What is passed on to the agent untouched; what is empty is left out. */
function remarksIn(from: From): JsonObject {
  const { state, forwardedProps } = from.object;
  const parentRunId = optionalTextAt(from, 'parentRunId');
  return {
    ...(isSaid(state) && { state }),
    ...(isSaid(forwardedProps) && { forwarded_props: forwardedProps }),
    ...(parentRunId !== undefined && { parent_run_id: parentRunId }),
  };
}

function isSaid(value: JsonValue | undefined): value is JsonValue {
  if (value === undefined || value === null) return false;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}
