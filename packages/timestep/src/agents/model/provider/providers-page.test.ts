import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeDialect } from '../dialect/describe-dialect.fixture.ts';
import { PROVIDERS, type Provider } from './providers.ts';

const PAGE = join(import.meta.dirname, '../../../../../../docs/providers.md');

const INTRODUCTION = `# Model providers

A model is named \`provider/model\`, for example \`groq/llama-3.3-70b-versatile\`, in \`createAgent({ model })\`, in
\`settings.model\` of a folder, and in the commands \`chat\` and \`serve\`. Keys are only read from environment variables (or
\`apiKey\`), and never appear in logs or errors. \`timestep models\` shows which providers accept your keys, and their models.

The first variable that is set applies. The variable of a model is read when no model is named; it must be set together
with the key. A base URL overrides the provider's own address, for a gateway or a server of yours; a hosted provider
without its own package then needs no key.

The page is generated from the table of providers:
\`npx vitest run --project unit providers-page -u\`.
`;

const HEADER = ['Provider', 'Name', 'Key', 'Model', 'Base URL', 'Own address'];

it('describes all providers', async () => {
  const rows = PROVIDERS.map(formatProvider);
  const table = formatTable([HEADER, HEADER.map(() => '---'), ...rows]);
  const sections = [
    INTRODUCTION,
    table,
    PACKAGES,
    formatPackages(),
    DIALECTS,
    formatDialects(),
    ASSUMED,
    formatAssumed(),
  ];
  await expect(`${sections.join('\n')}\n`).toMatchFileSnapshot(PAGE);
});

const PACKAGES = `
## Packages

Timestep includes what it needs to call most providers. These need one more package, which is loaded with the first call:
`;

const DIALECTS = `
## Differences

Providers with chat completions differ from OpenAI in what they accept. Timestep adapts each request. A setting of a caller
that would have to be left out fails with \`unsupported-setting\` instead. Providers that are not listed get requests as
OpenAI does.
`;

const ASSUMED = `
## Assumed

No source confirms these facts. Tell us what you find out. Failures that are assumed are marked on [their page](model-failures.md).
`;

function formatAssumed(): string {
  return PROVIDERS.flatMap(({ title, assumed }) =>
    assumed === undefined ? [] : [`- **${title}**: ${assumed}.`],
  ).join('\n');
}

function formatProvider(provider: Provider): string[] {
  const { name, title, aliases, keyVariables, modelVariables, baseUrlVariables } = provider;
  const names = [name, ...aliases].map(quote).join(', ');
  return [
    title,
    names,
    formatKey(provider, keyVariables.map(quote).join(' or ')),
    modelVariables.map(quote).join(' or '),
    baseUrlVariables.map(quote).join(' or '),
    provider.defaultBaseUrl === undefined ? PLACES[provider.kind] : quote(provider.defaultBaseUrl),
  ];
}

function formatKey({ kind, keyNeeded }: Provider, variables: string): string {
  switch (kind) {
    case 'bedrock':
      return `${variables}, or \`AWS_ACCESS_KEY_ID\` and \`AWS_SECRET_ACCESS_KEY\`, and \`AWS_SESSION_TOKEN\` if required`;
    case 'vertex':
      return `${variables}; or \`GOOGLE_VERTEX_PROJECT\` and Google's application credentials (\`GOOGLE_APPLICATION_CREDENTIALS\`)`;
    case 'azure':
      return `${variables}; or a token of Microsoft Entra ID: \`AZURE_OPENAI_AD_TOKEN\`, or \`AZURE_TENANT_ID\`, \`AZURE_CLIENT_ID\` and \`AZURE_CLIENT_SECRET\``;
    case 'vertex-anthropic':
      return "`GOOGLE_VERTEX_PROJECT` and Google's application credentials (`GOOGLE_APPLICATION_CREDENTIALS`)";
    default:
      return keyNeeded ? variables : `none; ${variables}`;
  }
}

/** Addresses that more than a base URL decides, by kind. */
const PLACES: Readonly<Record<Provider['kind'], string>> = {
  bedrock: 'region `AWS_REGION`',
  vertex: 'location `GOOGLE_VERTEX_LOCATION`, or `global`',
  'vertex-anthropic': 'location `GOOGLE_VERTEX_LOCATION`, or `global`',
  'openai-compatible': 'none: set the variable',
  openai: '',
  azure: '',
  anthropic: '',
  google: '',
  openrouter: '',
};

function formatPackages(): string {
  return PROVIDERS.flatMap(({ name, packageName }) =>
    packageName === undefined ? [] : [`- \`${name}\`: \`npm install ${packageName}\``],
  ).join('\n');
}

function formatDialects(): string {
  return PROVIDERS.flatMap(({ title, dialect }) =>
    dialect ? [`- **${title}**: ${describeDialect(dialect).join('; ')}.`] : [],
  ).join('\n');
}

function formatTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function quote(text: string): string {
  return `\`${text}\``;
}
