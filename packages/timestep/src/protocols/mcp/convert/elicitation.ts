import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';

import {
  isJsonObject,
  formatForeignLine,
  formatForeignName,
  formatQuestion,
  messageToAnswer,
  type JsonObject,
  type Question,
  type QuestionAnswer,
} from '#core';
import { isSecurePage } from '../auth/named-address.ts';

const YES_OR_NO = ['yes', 'no'] as const;

/** Converts a form elicitation to a question (MCP 2025-11-25, Elicitation, form mode). */
export function elicitationToQuestion({
  message,
  requestedSchema,
}: Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'>): Question {
  const schema = structuredClone(requestedSchema) as JsonObject;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const [first, ...others] = Object.values(properties);
  if (first === undefined) return { text: message, options: YES_OR_NO };
  const choices = others.length === 0 && isJsonObject(first) ? first['enum'] : undefined;
  const options = isList(choices) ? choices.map(String) : [];
  return { text: message, ...(options.length > 0 && { options }), schema };
}

/** A page that a server asks the user to visit (MCP 2025-11-25, Elicitation, URL mode). */
export interface PageToVisit {
  readonly message: string;
  readonly url: string;
}

/**
 * Converts a web page that a server asks the user to open to a question. Undefined unless the URL is https
 * and has no user name.
 */
export function pageToQuestion(
  { message, url }: PageToVisit,
  server: string,
): Question | undefined {
  const address = URL.parse(url);
  if (!address || !isSecurePage(address) || address.username !== '' || address.password !== '')
    return undefined;
  const text = [
    `The MCP server ${formatForeignName(server)} asks you to visit a page of the host ${address.host}:`,
    address.href,
    `It says: ${formatForeignLine(message.trim())}`,
    'Visit it only if you trust the server. Answer yes after you have visited it, otherwise no.',
  ].join('\n');
  return { text, options: YES_OR_NO };
}

/** Converts an answer to an elicitation result. An answer that does not match the form cancels the request. */
export function answerToElicitResult({
  question,
  text,
  data,
  isDeclined,
}: QuestionAnswer): ElicitResult {
  if (isDeclined) return { action: 'decline' };
  if (question.schema === undefined) {
    const isYes = /^\s*(?:y|yes|ok)\b/i.test(text);
    return isYes ? { action: 'accept', content: {} } : { action: 'decline' };
  }
  if (data === undefined) return { action: 'cancel' };
  return { action: 'accept', content: structuredClone(data) as Content };
}

type Content = NonNullable<ElicitResult['content']>;

export function formatServerQuestion(question: Question): string {
  return `the server asked the user: ${formatQuestion(question)}`;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * Converts a question to an elicitation, whose schema must be flat: for any other schema, the form has one text
 * field.
 */
export function questionToElicitation(question: Question): ElicitRequestFormParams {
  const message = formatQuestion(question);
  const { schema } = question;
  if (schema && isFlatObjectSchema(schema)) {
    return { message, requestedSchema: schema as ElicitRequestFormParams['requestedSchema'] };
  }
  return {
    message,
    requestedSchema: {
      type: 'object',
      properties: { answer: { type: 'string' } },
      required: ['answer'],
    },
  };
}

export function elicitationToAnswer(content: JsonObject, question: Question): QuestionAnswer {
  const { schema } = question;
  const isData = schema !== undefined && isFlatObjectSchema(schema);
  const { answer = '' } = content;
  const words = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return messageToAnswer(
    { role: 'user', content: isData ? [{ type: 'data', data: content }] : words },
    question,
  );
}

const PLAIN: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

function isFlatObjectSchema({ type, properties }: JsonObject): boolean {
  if (type !== 'object' || !isJsonObject(properties)) return false;
  return Object.values(properties).every((one) => isJsonObject(one) && PLAIN.includes(one['type']));
}
