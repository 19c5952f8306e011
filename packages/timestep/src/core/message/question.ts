import { isJsonObject, parseJson, type JsonObject } from '../data/json.ts';
import { formatForeignLine, formatForeignText } from '../text/foreign-text.ts';
import { getText, type ContentPart, type UserMessage } from './message.ts';

/** A question of a tool to the user. */
export interface Question {
  readonly text: string;
  /** Suggested answers. The user may also answer freely. */
  readonly options?: readonly string[];
  /** JSON Schema of an object, if the answer to the question must be structured data. */
  readonly schema?: JsonObject;
  /** Data that the tool receives again with the answer. Not shown to the user. */
  readonly state?: JsonObject;
}

/** The user's answer to a question of a tool. */
export interface QuestionAnswer {
  readonly question: Question;
  readonly text: string;
  readonly parts?: readonly ContentPart[];
  /** Answer as data, if the question has a schema and the answer can be parsed. */
  readonly data?: JsonObject;
  /** Whether the user declined to answer. */
  readonly isDeclined?: true;
}

/** Text of a message by which a user declines to answer a question. */
export const DECLINED_ANSWER = 'I do not want to answer this.';

/** Converts a user's message to the answer to a question. */
export function messageToAnswer(message: UserMessage, question: Question): QuestionAnswer {
  const { content } = message;
  if (content === DECLINED_ANSWER) return { question, text: content, isDeclined: true };
  const data = question.schema && parseAnswerData(message, question.schema);
  return {
    question,
    text: getText(message),
    ...(typeof content !== 'string' && { parts: content }),
    ...(data && { data }),
  };
}

/** Formats a question of a tool, with its options, as text for the user. */
export function formatQuestion({ text, options = [] }: Question): string {
  const shown = formatForeignText(text);
  return options.length === 0 ? shown : `${shown} (${options.map(formatForeignLine).join(', ')})`;
}

/**
 * Parses structured data from a data part or JSON text. If the schema has one property, any text
 * can be its value.
 */
function parseAnswerData(message: UserMessage, schema: JsonObject): JsonObject | undefined {
  const { content } = message;
  if (typeof content !== 'string') {
    for (const part of content) {
      if (part.type === 'data' && isJsonObject(part.data)) return part.data;
    }
  }
  const text = getText(message).trim();
  const value = parseJson(text);
  if (isJsonObject(value)) return value;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const [name, ...others] = Object.keys(properties);
  if (name === undefined || others.length > 0) return undefined;
  const property = properties[name];
  const isText = isJsonObject(property) && property['type'] === 'string';
  return { [name]: isText || value === undefined ? text : value };
}
