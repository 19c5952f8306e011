import { isJsonObject } from '#core';

/**
 * Returns what is wrong with the form of a tool's result, which may come from a program without
 * types. Undefined if the result can be recorded: an event with a value that JSON cannot hold would
 * mean something else after a restart.
 */
export function findMalformedPart(result: unknown): string | undefined {
  if (!isJsonObject(result)) return 'no result';
  const { question, awaits, content, attachments, artifacts, offers } = result;
  if (question) return describeBadQuestion(question);
  if (awaits) return undefined;
  if (typeof content !== 'string') return 'no text: content must be a string';
  if (attachments && !isListOf(attachments, isPart)) return describeBadList('attachments', 'parts');
  if (artifacts && !isListOf(artifacts, isArtifact)) {
    return describeBadList('artifacts', 'objects with artifact_id and parts');
  }
  return offers && !isListOf(offers, isText) ? describeBadList('offers', 'names') : undefined;
}

function describeBadQuestion(question: unknown): string | undefined {
  if (!isJsonObject(question) || !isText(question['text'])) {
    return 'an invalid question: question.text must be a string';
  }
  const { options, schema, state } = question;
  if (options !== undefined && !isListOf(options, isText)) {
    return describeBadList('question.options', 'strings');
  }
  const strange = Object.entries({ schema, state }).find(
    ([, value]) => value !== undefined && !isJsonObject(value),
  );
  return strange && `an invalid question: question.${strange[0]} must be an object`;
}

const describeBadList = (field: string, items: string): string =>
  `invalid ${field}: ${field} must be a list of ${items}`;

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

const isText = (value: unknown): boolean => typeof value === 'string';

const isPart = (value: unknown): boolean => isJsonObject(value) && isText(value['type']);

const isArtifact = (value: unknown): boolean =>
  isJsonObject(value) && isText(value['artifact_id']) && isListOf(value['parts'], isPart);
