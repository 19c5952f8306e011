import { formatValue, type Tool } from './tool.ts';

/** The tool `ask_user`: asks the user the model's question and returns the answer. */
export const askUser: Tool = {
  replay: 'safe',
  description:
    'Asks the user a question and returns the answer. Use it when you cannot go on without knowing.',
  parameters: {
    type: 'object',
    properties: {
      question: { type: 'string', description: 'The question, as the user reads it' },
      options: {
        type: 'array',
        items: { type: 'string' },
        description: 'Answers to choose from, where there are few',
      },
    },
    required: ['question'],
    additionalProperties: false,
  },
  execute({ question, options }, { answers, ask }) {
    const [answer] = answers;
    if (!answer) {
      const choices = Array.isArray(options) ? options.map(String) : [];
      return ask({
        text: formatValue(question).content,
        ...(choices.length > 0 && { options: choices }),
      });
    }
    return answer.text;
  },
};
