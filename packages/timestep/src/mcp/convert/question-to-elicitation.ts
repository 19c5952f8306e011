import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import {
  messageToAnswer,
  isJsonObject,
  formatQuestion,
  type JsonObject,
  type Question,
  type QuestionAnswer,
} from '../../core/index.ts';

/** Elicitations require a flat object: for any other schema, the form has one text field. */
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
