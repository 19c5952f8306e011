import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { textOf, type ContentPart, type UserMessage } from './message.ts';

/** What a tool wants to know of the user. */
export interface Question {
  readonly text: string;
  /** Answers to choose from; others are possible. */
  readonly options?: readonly string[];
  /** JSON Schema of an object, where the answer is to be data in this form. */
  readonly schema?: JsonObject;
  /** What the tool must know when it is called again with the answer. The user is not shown it. */
  readonly state?: JsonObject;
}

/** What the user answered to a question of a tool. */
export interface QuestionAnswer {
  readonly question: Question;
  /** The answer in words. */
  readonly text: string;
  /** The answer as it was sent, where it is more than a text. */
  readonly parts?: readonly ContentPart[];
  /** The answer as data, where the question has a schema and the answer can be read as data. */
  readonly data?: JsonObject;
}

/** The message of a user as the answer to a question. */
export function answerIn(message: UserMessage, question: Question): QuestionAnswer {
  const { content } = message;
  const data = question.schema && dataIn(message, question.schema);
  return {
    question,
    text: textOf(message),
    ...(typeof content !== 'string' && { parts: content }),
    ...(data && { data }),
  };
}

/** The question as the user is shown it, in words. */
export function questionText({ text, options = [] }: Question): string {
  return options.length === 0 ? text : `${text} (${options.join(', ')})`;
}

/**
 * The data of an answer: a part of data, or words that are the JSON of an object. Where the schema has one
 * property, words are the value of that property.
 */
function dataIn(message: UserMessage, schema: JsonObject): JsonObject | undefined {
  const { content } = message;
  if (typeof content !== 'string') {
    for (const part of content) {
      if (part.type === 'data' && isJsonObject(part.data)) return part.data;
    }
  }
  const text = textOf(message).trim();
  const value = parsed(text);
  if (isJsonObject(value)) return value;
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const [name, ...others] = Object.keys(properties);
  if (name === undefined || others.length > 0) return undefined;
  const property = properties[name];
  const isText = isJsonObject(property) && property['type'] === 'string';
  return { [name]: isText || value === undefined ? text : value };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
