/** A kind of failure that agents have had, with its instances and the tests that hold it. */
export interface SeenKind {
  readonly kind: string;
  /** Instances of the kind, the reported one first. */
  readonly siblings: readonly string[];
  /** Files from the root of the repository, each with the beginning of a test's title. */
  readonly tests: readonly (readonly [file: string, title: string])[];
}

const SOURCE = 'packages/timestep/src/';
const MODEL = `${SOURCE}agents/model/`;
const ODD = [`${MODEL}provider/odd-inputs.test.ts`, '%s: odd inputs are answered'] as const;
const ALWAYS = [
  `${MODEL}refusal/always-answered.test.ts`,
  '%s: an ordinary message is answered',
] as const;
const REQUESTS = [
  'test/fuzz/requests/requests.test.ts',
  'sends nothing that a model provider refuses',
] as const;

export const SEEN_KINDS: readonly SeenKind[] = [
  {
    kind: 'only the first of several processes is ended',
    siblings: ['a server behind npx', 'behind sh -c', 'a process that the server leaves behind'],
    tests: [
      [`${SOURCE}engine/processes/start-process.test.ts`, 'ends a program that %s'],
      [`${SOURCE}engine/processes/start-process.test.ts`, 'ends what a program leaves behind'],
    ],
  },
  {
    kind: 'a rule compares spellings instead of what they name',
    siblings: ['a path with `..`', 'a path with `//`', 'an address in another case'],
    tests: [
      [
        `${SOURCE}engine/tools/permissions/rule-examples.test.ts`,
        'a deny rule matches every reading',
      ],
    ],
  },
  {
    kind: 'one refused part takes others with it',
    siblings: [
      'an image of a wrong type',
      'an image without bytes, in base64url, or with line breaks',
      'one of four files that the provider does not name',
      'a text that was selected for the message',
      'a field that is only too long',
    ],
    tests: [
      [`${SOURCE}engine/runner/effects/isolate-refused.test.ts`, 'loses only the file'],
      [`${SOURCE}core/request/guess-refused.test.ts`, 'guesses at the texts that were selected'],
      [`${MODEL}refusal/read-refusal.test.ts`, 'keeps as much of a text as the provider accepts'],
      ODD,
      ALWAYS,
    ],
  },
  {
    kind: 'what a provider refuses in one place is known for another place only',
    siblings: [
      'unions at the root of a tool',
      'the schema and the name of a reply format',
      'more strict tools than Anthropic takes',
      'a tool whose schema was fixed stays left out',
      'instructions for Gemma, a user after a result of Mistral at any server',
    ],
    tests: [
      [`${MODEL}request/tools/fit-format.test.ts`, 'moves unions from the root'],
      [`${MODEL}request/tools/offer-tools.test.ts`, 'offers as many strict tools as Anthropic'],
      [`${MODEL}request/limits/fit-roles.test.ts`, 'are users and replies by turns for Gemma'],
      [`${SOURCE}core/request/tool-digest.test.ts`, 'changes with each part of a definition'],
      [`${SOURCE}engine/runner/effects/isolate-refused.test.ts`, 'loses only the tool'],
      REQUESTS,
    ],
  },
  {
    kind: 'failures are judged by words that others contain as well',
    siblings: ['a limit per minute that names the plan', 'a 400 of Cerebras without a word'],
    tests: [
      [`${MODEL}failure/failure-table.test.ts`, 'is judged alike on the wire'],
      [`${MODEL}failure/to-model-error.test.ts`, 'takes a refusal without a word'],
    ],
  },
  {
    kind: 'the way out of a shortage needs what is short',
    siblings: [
      'a summary of more than the window holds',
      'selected texts that are longer than the window',
      'instructions that are longer than the window',
    ],
    tests: [
      [`${SOURCE}core/request/fit-window.test.ts`, 'fits a window of %i tokens'],
      [`${SOURCE}core/request/shorten-selection.test.ts`, 'leaves out what the ranker selected'],
      [`${MODEL}refusal/check-length.test.ts`, 'names instructions that no shorter conversation'],
      ALWAYS,
    ],
  },
  {
    kind: 'what was written once makes every later request invalid',
    siblings: [
      'half an emoji',
      'NUL in arguments and in names of files',
      'blank texts',
      'arguments that are no object, or nested 5,000 times',
      'a tool named like a member of every object',
    ],
    tests: [
      ODD,
      REQUESTS,
      [`${MODEL}ai-sdk/tool-name-map.test.ts`, 'renames %s, which every object has'],
    ],
  },
  {
    kind: 'an inner time limit is shorter than the promised one',
    siblings: ['a server that starts slowly', 'a reply that takes long but goes on'],
    tests: [
      [`${SOURCE}protocols/mcp/connect/slow-server.test.ts`, 'uses a server that needs most'],
      [`${MODEL}with-timeout.test.ts`, 'is patient with a reply of which %s is called'],
    ],
  },
  {
    kind: 'strictness about a result hides that the call has run',
    siblings: ['data that does not fit its schema', 'a result that is too large to be read'],
    tests: [
      [`${SOURCE}protocols/mcp/connect/own-results.test.ts`, 'whose result is too large'],
      [`${SOURCE}protocols/mcp/connect/own-results.test.ts`, 'that is an error tells its data'],
    ],
  },
  {
    kind: 'what belongs to one provider is sent to another one',
    siblings: ['ids of calls', 'two calls with one id', 'signatures of reasoning'],
    tests: [
      [
        `${MODEL}request/transcript/prepare-transcript.test.ts`,
        'keeps two calls with one id apart',
      ],
      [`${MODEL}request/transcript/prepare-transcript.test.ts`, 'loses the signature of reasoning'],
      REQUESTS,
    ],
  },
  {
    kind: 'a failure that passes is taken for a final one',
    siblings: [
      'an overloaded provider',
      'three restarts during the wait',
      'an empty reply',
      'a reply that its package cannot parse',
      'a call that was cut at the limit of output tokens',
    ],
    tests: [
      [`${SOURCE}engine/runner/sqlite/model-wait.test.ts`, 'is awaited through three restarts'],
      [`${MODEL}ai-sdk/content-to-message.test.ts`, 'marks the call at which a reply was cut'],
      [`${SOURCE}core/task/refused-calls.test.ts`, 'refuses a call whose arguments were cut'],
      ODD,
    ],
  },
  {
    kind: 'a mistake of the caller is reported as a failure of the server',
    siblings: ['NUL in an id', 'half an emoji in an id', 'an id that is too long'],
    tests: [[`${SOURCE}core/text/id-problem.test.ts`, 'refuses a wrong length']],
  },
];
