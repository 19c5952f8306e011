import type { Edit } from '../../crash/edit.ts';

/** A rule of the pass over requests, broken on purpose. */
export interface Mutant {
  /** What is wrong then. */
  readonly name: string;
  readonly edits: readonly Edit[];
}

const REQUEST = 'agents/model/request/';

function mutant(name: string, file: string, from: string, to: string): Mutant {
  return { name, edits: [{ file: `${REQUEST}${file}`, from, to }] };
}

const CLEAN_TEXT = 'transcript/clean-text.ts';
const CLEAN_MESSAGE = 'transcript/clean-message.ts';
const PREPARE = 'transcript/prepare-transcript.ts';
const PAIR = 'transcript/pair-results.ts';
const IDS = 'transcript/call-ids.ts';
const ROLES = 'limits/fit-roles.ts';
const MEDIA = 'limits/fit-media.ts';
const OFFER = 'tools/offer-tools.ts';
const PORTABLE = 'tools/portable-schema.ts';
const VALID = 'tools/valid-schema.ts';
const GEMINI = 'tools/gemini-schema.ts';
const STRICT = 'tools/strict-schema.ts';
const FORMAT = 'tools/fit-format.ts';

const OF_TEXTS: readonly Mutant[] = [
  mutant(
    'half an emoji is sent',
    CLEAN_TEXT,
    'text.isWellFormed() ? text : text.toWellFormed()',
    'text',
  ),
  mutant(
    'NUL is sent',
    CLEAN_TEXT,
    "wellFormed.includes('\\0') ? wellFormed.replaceAll('\\0', '\\uFFFD') : wellFormed",
    'wellFormed',
  ),
  mutant(
    'arguments are not cleaned',
    CLEAN_TEXT,
    'if (areArgumentCharactersClean(text)) return text;',
    'return text;',
  ),
  mutant('a blank message is sent', CLEAN_MESSAGE, 'isBlank(text) ? EMPTY_MESSAGE : text', 'text'),
  mutant(
    'a blank text stands beside calls',
    CLEAN_MESSAGE,
    'text !== null && calls && isBlank(text)',
    'false',
  ),
  mutant(
    'a prepared transcript is not looked at',
    PREPARE,
    'if (checkTranscriptMessages(createTranscriptCheck(), messages, 0, limits)) return messages;',
    'return messages;',
  ),
];

const OF_ORDER: readonly Mutant[] = [
  mutant(
    'a call has no result',
    PAIR,
    'paired.push(...listResultPerCall(asked, results));',
    'paired.push(...results);',
  ),
  mutant('a result without a call is lost', PAIR, 'else between.push(toUserMessage(message));', ''),
  mutant('a transcript begins with a reply', PAIR, 'if (!hasTurn) paired.push(BEGIN);', ''),
  mutant(
    'a transcript ends with a reply',
    PAIR,
    "if (paired.at(-1)?.role === 'assistant') paired.push(CONTINUE);",
    '',
  ),
  mutant(
    'a transcript is empty',
    PAIR,
    "if (!hasTurn) paired.push({ role: 'user', content: EMPTY_MESSAGE });",
    '',
  ),
  mutant(
    'an id of a call has another form',
    IDS,
    '!pattern.test(made) || used.has(made)',
    'used.has(made)',
  ),
  mutant(
    'two calls have one id',
    IDS,
    '!pattern.test(made) || used.has(made)',
    '!pattern.test(made)',
  ),
  mutant(
    'instructions stand in the middle',
    ROLES,
    'isLate && !takesLateSystem',
    'isLate && false',
  ),
  mutant(
    'a user follows a result',
    ROLES,
    "message.role === 'user' && !takesUserAfterResult",
    'false',
  ),
  mutant(
    'calls stand in a request without tools',
    'limits/fit-prompt.ts',
    'hasTools || limits.takesCallsWithoutTools',
    'true',
  ),
];

const OF_FILES: readonly Mutant[] = [
  mutant(
    'files have types that are refused',
    MEDIA,
    'limits.types?.some(',
    '[0].some(() => true) === false && limits.types?.some(',
  ),
  mutant(
    'images are too large',
    MEDIA,
    'size && Math.max(size.width, size.height)',
    'size && 0 * Math.max(size.width)',
  ),
  mutant('files have addresses', MEDIA, '!schemes.includes(data.url.protocol)', 'false'),
  mutant(
    'files on the web have no type',
    MEDIA,
    "limits.needsExactTypes && mediaType.endsWith('/*')",
    'false',
  ),
  mutant(
    'documents have no text',
    MEDIA,
    'needsText ? [SEE_FILES, ...content] : content',
    'content',
  ),
];

const OF_TOOLS: readonly Mutant[] = [
  mutant('there are too many tools', OFFER, 'offered.length + waiting >= most', 'false'),
  mutant('a description is too long', OFFER, 'description.length <= limit', 'true'),
  mutant('two tools have one name', OFFER, 'used.has(name)', 'false'),
  mutant('a tool takes no object', OFFER, 'problem !== undefined', 'false'),
  mutant(
    'unions stand at the root',
    PORTABLE,
    '!REPLACED.includes(keyword)',
    "keyword !== 'properties'",
  ),
  mutant(
    'names of arguments have other characters',
    PORTABLE,
    'if (VALID_NAME.test(name)) return name;',
    'return name;',
  ),
  mutant('arrays have no items', VALID, 'if (isArray && items === undefined)', 'if (false)'),
  mutant(
    'a reference leads nowhere',
    VALID,
    "typeof value === 'string' && findReferencedSchema(value, scope.root)",
    'true',
  ),
  mutant('Gemini receives other schemas', PORTABLE, "limits.schemas === 'gemini'", 'false'),
  mutant(
    'Gemini receives enums of numbers',
    GEMINI,
    "values.filter((value) => typeof value === 'string' && value !== '')",
    'values',
  ),
  mutant(
    'Gemini receives too many properties',
    GEMINI,
    'const MOST_PROPERTIES = 190;',
    'const MOST_PROPERTIES = 10_000;',
  ),
  mutant(
    'Gemini receives required names without properties',
    GEMINI,
    'needed.filter((name) => names.has(name))',
    'needed',
  ),
  mutant(
    'strict schemas are sent as they are',
    PORTABLE,
    'const fitted = toStrictSchema(schema);',
    'const fitted = schema;',
  ),
  mutant(
    'strict schemas leave out optional names',
    STRICT,
    'required: Object.keys(properties),',
    '',
  ),
  mutant(
    'formats are sent as they are',
    FORMAT,
    'known = { schema: toFormatSchema(format.schema, limits) };',
    'known = { schema: format.schema };',
  ),
  mutant(
    'formats have names with other characters',
    FORMAT,
    "format.name.replaceAll(INVALID_CHARACTERS, '_')",
    'format.name',
  ),
  mutant(
    'names inside of schemas are not cleaned',
    PORTABLE,
    'const schema = cleanTextsInJson(portable.schema) as JsonObject;',
    'const { schema } = portable;',
  ),
  mutant(
    'strict schemas have large enums of long texts',
    STRICT,
    'values.length > LARGE_ENUM &&',
    'false &&',
  ),
  mutant('strict schemas are too deep', STRICT, 'depth > MAX_DEPTH ||', ''),
];

const OF_SETTINGS: readonly Mutant[] = [
  mutant(
    'settings are refused',
    'limits/fit-settings.ts',
    'const settings = omit(given, refused);',
    'const settings = { ...given };',
  ),
  mutant(
    'there are too many stop sequences',
    'limits/fit-settings.ts',
    'stops.length > mostStops',
    'false',
  ),
];

const OF_REPLIES: readonly Mutant[] = [
  {
    name: 'a signature goes to another family',
    edits: [
      {
        file: 'agents/model/ai-sdk/provider-parts.ts',
        from: 'by !== undefined && family !== undefined && by !== family',
        to: 'false',
      },
    ],
  },
  {
    name: 'a blank text stands between other parts',
    edits: [
      {
        file: 'agents/model/ai-sdk/assistant-content.ts',
        from: "own.trim() !== ''",
        to: 'true',
      },
    ],
  },
];

/** Each of these is noticed by the random requests. */
export const MUTANTS: readonly Mutant[] = [
  ...OF_TEXTS,
  ...OF_ORDER,
  ...OF_FILES,
  ...OF_TOOLS,
  ...OF_SETTINGS,
  ...OF_REPLIES,
];
