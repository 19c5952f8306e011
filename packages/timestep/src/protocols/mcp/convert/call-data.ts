import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  isJsonObject,
  omitUndefined,
  formatQuestion,
  type Artifact,
  type ContentPart,
  type JsonObject,
  type Question,
  type QuestionAnswer,
} from '#core';
import { QUESTION_META } from '../extension.ts';

/** Converts a tool's question to a result, for callers that ask their user and call the tool again. */
export function questionToMcp(question: Question): CallToolResult {
  return {
    content: [{ type: 'text', text: formatQuestion(question) }],
    isError: true,
    _meta: { [QUESTION_META]: structuredClone(question) },
  };
}

export function parseQuestion(value: unknown): Question | undefined {
  if (!isJsonObject(value) || typeof value['text'] !== 'string') return undefined;
  const { text, options, schema, state } = value;
  return omitUndefined({
    text,
    options: Array.isArray(options) ? options.map(String) : undefined,
    schema: isJsonObject(schema) ? schema : undefined,
    state: isJsonObject(state) ? state : undefined,
  });
}

/** Reads the answers in a call's metadata. Invalid entries are skipped. */
export function parseAnswers(value: unknown): QuestionAnswer[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): QuestionAnswer[] => {
    if (!isJsonObject(entry) || typeof entry['text'] !== 'string') return [];
    const question = parseQuestion(entry['question']);
    if (!question) return [];
    const { text, parts: given, data: found } = entry;
    const parts = Array.isArray(given) ? given.filter(isContentPart) : undefined;
    const data = isJsonObject(found) ? found : undefined;
    return [omitUndefined({ question, text, parts, data })];
  });
}

/** Reads the artifacts in a result. Invalid entries are skipped. */
export function parseArtifacts(value: unknown): Artifact[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const parts = isJsonObject(entry) && Array.isArray(entry['parts']) ? entry['parts'] : [];
    return buildArtifact(entry, parts.filter(isContentPart)) ?? [];
  });
}

export function buildArtifact(about: unknown, parts: readonly ContentPart[]): Artifact | undefined {
  if (!isJsonObject(about) || parts.length === 0) return undefined;
  const { artifact_id, name, description, metadata } = about;
  if (typeof artifact_id !== 'string') return undefined;
  return {
    artifact_id,
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
    parts,
    ...(isJsonObject(metadata) && { metadata }),
  };
}

const PART_TYPES: readonly string[] = ['text', 'data', 'image_url', 'file'];

function isContentPart(value: unknown): value is ContentPart & JsonObject {
  if (!isJsonObject(value) || typeof value['type'] !== 'string') return false;
  return PART_TYPES.includes(value['type']) && value['type'] in value;
}
