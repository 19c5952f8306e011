import { KNOWN_FIELDS } from '../../packages/timestep/src/agents/folder/read/known-fields.ts';
import { PROVIDERS } from '../../packages/timestep/src/agents/model/provider/providers.ts';
import type { Command } from '../../packages/timestep/src/people/cli/command.ts';
import type { SourceFile } from '../source/source-tree.ts';
import { formatCommandPage } from './command-page.ts';
import { findUndescribed, formatRows, type Meanings } from './described.ts';
import { formatErrorPage } from './error-page.ts';
import { EVENT_MEANINGS } from './meanings/event-meanings.ts';
import { FIELD_MEANINGS } from './meanings/field-meanings.ts';
import { A2A_MEANINGS, MOUNT_MEANINGS, OPENAI_MEANINGS } from './meanings/route-meanings.ts';
import { VARIABLE_MEANINGS } from './meanings/variable-meanings.ts';
import { keepSources, listMatches } from './names-in-source.ts';

export const REFERENCE = { folder: 'docs/reference', command: 'npm run reference' };

const WRITTEN = `This page is written from the program by \`${REFERENCE.command}\`.`;

export interface Reference {
  readonly pages: readonly SourceFile[];
  readonly problems: readonly string[];
}

/** Returns the pages of the reference, and what the tables of meanings leave out. */
export function createReference(
  files: readonly SourceFile[],
  commands: readonly Command[],
): Reference {
  const parts = [
    createEventPart(files),
    createVariablePart(files),
    createRoutePart(files),
    createFieldPart(),
    { page: createPage('cli', formatCommandPage(commands, WRITTEN)), problems: [] },
    { page: createPage('errors', formatErrorPage(listErrorSources(files), WRITTEN)), problems: [] },
  ];
  return {
    pages: parts.map(({ page }) => page),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

/** Errors of the command line are for its own messages alone. */
function listErrorSources(files: readonly SourceFile[]): SourceFile[] {
  return keepSources(files).filter(({ path }) => !path.includes('/people/cli/'));
}

interface Part {
  readonly page: SourceFile;
  readonly problems: readonly string[];
}

function createPage(name: string, text: string): SourceFile {
  return { path: `${REFERENCE.folder}/${name}.md`, text };
}

function createEventPart(files: readonly SourceFile[]): Part {
  const declared = keepSources(files, 'core/events/event.ts');
  const found = listMatches(declared, /readonly type: '([\w.]+)'/g);
  const text = `# Events

The log of a task is a list of events, and the task is what follows from them. \`timestep tasks export <id>\` prints the log, one
event a line, and \`--json\` of \`timestep chat\` prints events as they come.

| Event | Meaning |
|---|---|
${formatTable(EVENT_MEANINGS)}

Each event has a \`generation\`, which counts from 1, and the time \`at\`, in milliseconds since the epoch. The fields of each are
declared as [TaskEvent](../api/core.md#taskevent). ${WRITTEN}
`;
  return {
    page: createPage('events', text),
    problems: findUndescribed(found, EVENT_MEANINGS, 'event-meanings.ts'),
  };
}

const VARIABLE =
  /\benv\['([A-Z][A-Z0-9_]+)'\]|'((?:OTEL|LANGFUSE|TIMESTEP|XDG|NO|HTTPS?)_[A-Z0-9_]+)'/g;

function createVariablePart(files: readonly SourceFile[]): Part {
  const ofProviders = PROVIDERS.flatMap(({ keyVariables, modelVariables, baseUrlVariables }) => [
    ...keyVariables,
    ...modelVariables,
    ...baseUrlVariables,
  ]);
  const found = listMatches(keepSources(files), VARIABLE);
  const own = found.filter((name) => !ofProviders.includes(name) && !NO_VARIABLES.includes(name));
  const text = `# Environment variables

What Timestep reads from its environment. A \`.env\` file of an agent folder overrides it for that agent.

| Variable | Meaning |
|---|---|
${formatTable(VARIABLE_MEANINGS)}

## Model providers

The first variable of a provider that is set applies. [All providers](../providers.md).

| Provider | Key | Model | Base URL |
|---|---|---|---|
${PROVIDERS.map(({ title, ...provider }) => {
  const lists = [provider.keyVariables, provider.modelVariables, provider.baseUrlVariables];
  return `| ${[title, ...lists.map(formatNames)].join(' | ')} |`;
}).join('\n')}

${WRITTEN}
`;
  return {
    page: createPage('environment', text),
    problems: findUndescribed(own, VARIABLE_MEANINGS, 'variable-meanings.ts'),
  };
}

/** Names in capitals that are no variables. */
const NO_VARIABLES: readonly string[] = ['NO_SPENDING'];

function formatNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function createRoutePart(files: readonly SourceFile[]): Part {
  const tables = [
    {
      title: 'Paths',
      meanings: MOUNT_MEANINGS,
      found: listMatches(keepSources(files, 'serving/server/protocols/'), /'(\/[\w./-]+)'/g),
    },
    {
      title: 'A2A over REST',
      meanings: A2A_MEANINGS,
      found: listMatches(keepSources(files, 'a2a/server/rest-routes.ts'), ROUTE),
    },
    {
      title: 'OpenAI',
      meanings: OPENAI_MEANINGS,
      found: listMatches(keepSources(files, 'responses/serve/responses-handler.ts'), ROUTE),
    },
  ];
  const sections = tables.map(({ title, meanings }) =>
    [`## ${title}`, '', '| Route | Meaning |', '|---|---|', formatTable(meanings)].join('\n'),
  );
  const text = `# HTTP routes

What a server answers. With one agent, the paths of an agent are at the root too; with several, below \`/agents/<id>\`. A2A over
JSON-RPC is \`POST\` to the address of the agent. The routes of the page, below \`/ui/api\`, are for the page alone.

${sections.join('\n\n')}

A path that ends in \`?\` may end in a slash. Errors of the server have the form \`{"error": {"code", "message"}}\`, unless the protocol
has its own. ${WRITTEN}
`;
  return {
    page: createPage('http', text),
    problems: tables.flatMap(({ found, meanings }) =>
      findUndescribed(found, meanings, 'route-meanings.ts'),
    ),
  };
}

const ROUTE = /'((?:GET|POST|PUT|PATCH|DELETE) \/[^' ]*)'/g;

const FIELD_TITLES: Readonly<Record<string, string>> = {
  manifest: '`tsagent.json`',
  metadata: '`metadata`',
  settings: '`settings`',
  server: 'A server of `mcpServers`',
  oauth: '`oauth` of a server',
  note: 'Front matter of rules and references',
  skill: 'Front matter of skills',
};

function createFieldPart(): Part {
  const known: Readonly<Record<string, { readonly read: readonly string[] }>> = KNOWN_FIELDS;
  const parts = Object.entries(FIELD_MEANINGS).map(([object, meanings]) => {
    // Lists and fields of other programs are on the page of formats.
    const read = (known[object]?.read ?? []).filter((name) => !OF_OTHERS.test(name));
    const rows = ['| Field | Meaning |', '|---|---|', formatTable(meanings)];
    return {
      section: [`## ${FIELD_TITLES[object] ?? object}`, '', ...rows].join('\n'),
      problems: findUndescribed(read, meanings, 'field-meanings.ts'),
    };
  });
  const text = `# Folder format

\`\`\`
tsagent.json              metadata, settings, servers, permissions
prompt.md                 the system prompt
rules/*.mdt               rules that the agent must follow
references/*.mdt          background information
skills/<name>/SKILL.md    instructions that the agent loads when it needs them
mcp.json                  tool servers, in the format of other programs
AGENTS.md                 instructions for every agent of the folder; follows the prompt
.env                      variables, which are never sent anywhere
\`\`\`

[An agent as a folder](../build/folders.md) shows a complete one. Unknown fields are warnings with the nearest name; a name that
resembles a restriction is a mistake.

${parts.map(({ section }) => section).join('\n\n')}

Files of other programs, and what is read of them: [Files that Timestep reads](../formats.md). ${WRITTEN}
`;
  return { page: createPage('folder', text), problems: parts.flatMap(({ problems }) => problems) };
}

const OF_OTHERS = /^(?:include|exclude|enabled_?|disabled_?|allowed|disallowed)_?[Tt]ools$/;

function formatTable(meanings: Meanings): string {
  return formatRows(Object.entries(meanings));
}
