import {
  createFields,
  isJsonObject,
  readObject,
  readObjects,
  readTexts,
  requireObject,
  requireText,
  type Fields,
} from '#core';
import type { ToolResult } from '#engine/port';

/**
 * Returns what is wrong with the form of a tool's result, which may come from a program without
 * types. Undefined if the result can be recorded: an event with a value that JSON cannot hold would
 * mean something else after a restart.
 */
export function describeMalformedResult(result: ToolResult): string | undefined {
  if (isTextOnlyResult(result)) return undefined;
  const given: unknown = result;
  if (!isJsonObject(given)) return 'no result';
  const problems: string[] = [];
  const report = (path: string, problem: string): void => void problems.push(`${path} ${problem}`);
  checkToolResultFields(createFields(given, { report }));
  return problems[0] && `an invalid result: ${problems[0]}`;
}

/** Whether a result is a text and nothing else. This is the usual case, and allocates nothing. */
function isTextOnlyResult(result: ToolResult | undefined | null): boolean {
  if (!result || typeof result.content !== 'string') return false;
  const { question, awaits, attachments, artifacts, offers, app } = result;
  return !question && !awaits && !attachments && !artifacts && !offers && !app;
}

function checkToolResultFields(fields: Fields): void {
  if (fields.object['question']) return checkToolQuestion(requireObject(fields, 'question'));
  if (fields.object['awaits']) return;
  requireText(fields, 'content');
  checkResultParts(fields, 'attachments');
  for (const artifact of readObjects(fields, 'artifacts') ?? []) {
    requireText(artifact, 'artifact_id');
    checkResultParts(artifact, 'parts');
  }
  readTexts(fields, 'offers');
  const app = readObject(fields, 'app');
  if (app) for (const name of ['server', 'tool', 'uri']) requireText(app, name);
}

function checkToolQuestion(question: Fields): void {
  requireText(question, 'text');
  readTexts(question, 'options');
  readObject(question, 'schema');
  readObject(question, 'state');
}

function checkResultParts(fields: Fields, name: string): void {
  for (const part of readObjects(fields, name) ?? []) requireText(part, 'type');
}
