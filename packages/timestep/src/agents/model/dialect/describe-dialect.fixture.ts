import type { ChatDialect } from './chat-dialect.ts';

type Describers = {
  readonly [Field in keyof ChatDialect]-?: (value: NonNullable<ChatDialect[Field]>) => string;
};

/** A sentence for each difference, so that a new one cannot be forgotten. */
const DESCRIBERS: Describers = {
  refuses: (rules) =>
    rules
      .map(({ fields, models, except }) => {
        const which = models ? ` for ${quote(models)}` : '';
        return `no ${quoteAll(fields)}${which}${except ? ` except for ${quote(except)}` : ''}`;
      })
      .join('; '),
  tokenLimit: (models) =>
    `the token limit is \`max_completion_tokens\`${models.source === '.' ? '' : ` for ${quote(models)}`}`,
  highestTemperature: (highest) => `no temperature above ${highest}`,
  reasoning: (form) =>
    ({
      reasoning: 'reasoning is sent back in `reasoning`',
      'thinking-part': 'reasoning is sent back as a part of the type `thinking`',
      'own-turn': 'reasoning is sent back only within its turn',
    })[form],
  needsReasoning: (rules) =>
    rules
      .map(({ models, text, ofCalls }) => {
        const filler = text === '' ? 'an empty one' : `"${text}"`;
        const replies = ofCalls === true ? 'replies with calls and' : 'replies';
        return `${replies} without reasoning get ${filler} for ${quote(models)}`;
      })
      .join('; '),
  strict: () => 'no `strict`',
  jsonSchema: () => 'no JSON schemas as format',
  formatWithTools: () => 'no format beside tools',
  refusesForcedChoice: (models) => `no required or named call for ${quote(models)}`,
  namesTool: () => 'a tool is chosen by offering no other',
  cachedTokens: (field) => `cached tokens are read from \`${field}\``,
  reasoningTokens: () => 'tokens of reasoning are added to the output tokens',
};

/** Describes a dialect for the page of providers. */
export function describeDialect(dialect: ChatDialect): string[] {
  const fields = Object.keys(DESCRIBERS) as (keyof ChatDialect)[];
  return fields.flatMap((field) => describeField(dialect, field));
}

function describeField(dialect: ChatDialect, field: keyof ChatDialect): string[] {
  const value = dialect[field];
  const describe = DESCRIBERS[field] as (value: ChatDialect[keyof ChatDialect]) => string;
  return value === undefined ? [] : [describe(value)];
}

function quoteAll(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(', ');
}

/** Vertical bars are no problem, because the page has no dialect in a table. */
function quote(models: RegExp): string {
  return `models that match \`${models.source}\``;
}
