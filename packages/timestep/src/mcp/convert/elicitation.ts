import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';
import {
  isJsonObject,
  formatQuestion,
  type JsonObject,
  type Question,
  type QuestionAnswer,
} from '../../core/index.ts';

/** What answers a form without fields, which asks for a yes alone. */
const YES_OR_NO = ['yes', 'no'] as const;

/** What a server asks the user in the middle of a call (MCP 2025-11-25, Elicitation, form mode). */
export function questionFromElicitation({
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

/** A page that a server asks a person to visit (MCP 2025-11-25, Elicitation, URL mode). */
export interface PageToVisit {
  readonly message: string;
  readonly url: string;
}

/**
 * The question whether a person visits a page: with the server, the host and the whole address, which nothing
 * here opens. `undefined` where the address is none of the web, or holds what passes for another host.
 */
export function questionFromPage(
  { message, url }: PageToVisit,
  server: string,
): Question | undefined {
  const address = URL.parse(url);
  const isOfWeb = address && /^https?:$/.test(address.protocol);
  if (!isOfWeb || address.username !== '' || address.password !== '') return undefined;
  const text = [
    `The MCP server ${server} asks you to visit a page of the host ${address.host}:`,
    address.href,
    `It says: ${message.replaceAll(/\s+/g, ' ').trim()}`,
    'Visit it only if you trust the server. Answer yes once you have done so, or no.',
  ].join('\n');
  return { text, options: YES_OR_NO };
}

/** An answer as the server receives it; one that cannot be read as the form is none. */
export function resultOfAnswer({ question, text, data }: QuestionAnswer): ElicitResult {
  if (question.schema === undefined) {
    const isYes = /^\s*(?:y|yes|ok)\b/i.test(text);
    return isYes ? { action: 'accept', content: {} } : { action: 'decline' };
  }
  if (data === undefined) return { action: 'cancel' };
  return { action: 'accept', content: structuredClone(data) as Content };
}

type Content = NonNullable<ElicitResult['content']>;

/** What was asked, for the model. */
export function elicitationText(question: Question): string {
  return `the server asked the user: ${formatQuestion(question)}`;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
