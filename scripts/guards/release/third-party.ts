import { writeFileSync } from 'node:fs';
import {
  collectInstalled,
  findPackage,
  readLock,
  type Locked,
} from '../../source/locked-packages.ts';
import { readTree, type SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

const FILE = 'THIRD_PARTY_LICENSES.md';
const COMMAND = 'npm run licenses';

/** The packages that are published, and what is installed with each or is part of it. */
const SHIPPED: readonly (readonly [title: string, path: string, extra?: readonly string[]])[] = [
  ['@timestep-ai/timestep', 'packages/timestep', ['hono', '@hono/node-server', 'highlight.js']],
  ['@timestep-ai/temporal', 'packages/temporal'],
  ['@timestep-ai/grpc', 'packages/grpc'],
];

/** What the page in `@timestep-ai/timestep` contains; its tools are not part of it. */
const PAGE = 'apps/web';
/** Code in the page that was copied from a package instead of installed; its license stands beside it. */
const COPIED_INTO_PAGE = { name: 'lucide-react', version: '1.75.0', license: 'ISC' };
const NOT_IN_PAGE = /^(?:@types\/|@vitejs\/|@tailwindcss\/|@timestep-ai\/|tailwindcss$|vite$)/;

/** Licenses that ask for their text only. Any other must be read before it is added here. */
const ACCEPTED: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  '(Apache-2.0 AND BSD-3-Clause)',
  '(MPL-2.0 OR Apache-2.0)',
  'Apache-2.0 AND MIT',
  'CC-BY-4.0',
  '(AFL-2.1 OR BSD-3-Clause)',
]);

/** Licenses that a package states in its files alone. */
const STATED: Readonly<Record<string, string>> = { unionfs: 'Unlicense' };

interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** Checks that the list of licenses is the one of the lock file, and that each license is accepted. */
export function checkThirdParty(files: readonly SourceFile[]): Verdict {
  const locked = readLock(files);
  const shipped = listShipped(locked).flatMap(({ packages }) => packages);
  const problems = shipped
    .filter(({ license }) => !ACCEPTED.has(license))
    .map(
      ({ name, license }) => `${name} has the license ${license}: read it, and add it to ACCEPTED`,
    );
  if (shipped.length < 50) problems.push('hardly any packages: the lock was not understood');
  if (files.find(({ path }) => path === FILE)?.text !== formatThirdParty(locked)) {
    problems.push(`${FILE} is not of the present lock file: ${COMMAND}`);
  }
  return { summary: `${shipped.length} packages`, problems };
}

/** Formats the list of licenses. */
export function formatThirdParty(locked: Locked): string {
  const sections = listShipped(locked).map(({ title, packages }) => {
    const rows = packages.map((one) => `| ${one.name} | ${one.version} | ${one.license} |`);
    return [
      `## ${title}`,
      '',
      '| Package | Version | License |',
      '|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  });
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const INTRODUCTION = `# Licenses of other packages

What is installed with the packages of Timestep, or is part of them, by the lock file of the repository. \`${COMMAND}\` writes this
list. The texts of the licenses stand in each installed package; those of code that is copied into a package stand beside it, in
\`dist/LICENSES.txt\`, \`dist/ui/licenses.txt\` and \`sentence-model/\`. Packages for one platform are listed for all.

\`@timestep-ai/embedder\` installs nothing, and contains the weights of all-MiniLM-L6-v2 (Apache-2.0). \`@timestep-ai/create\`
installs \`@timestep-ai/timestep\`.
`;

function listShipped(
  locked: Locked,
): readonly { readonly title: string; readonly packages: readonly Licensed[] }[] {
  const published = SHIPPED.map(([title, path, extra = []]) => {
    const copied = extra.map((name) => `node_modules/${name}`);
    return { title, packages: describe(locked, [...collectInstalled(locked, path), ...copied]) };
  });
  const page = Object.keys(locked[PAGE]?.devDependencies ?? {})
    .filter((name) => !NOT_IN_PAGE.test(name))
    .flatMap((name) => findPackage(locked, PAGE, name) ?? [])
    .flatMap((path) => [...collectInstalled(locked, path)]);
  return [
    ...published,
    {
      title: 'The page of @timestep-ai/timestep',
      packages: sortByName([...describe(locked, page), COPIED_INTO_PAGE]),
    },
  ];
}

/** Describes the packages of others, each version once, by name. */
function describe(locked: Locked, paths: readonly string[]): readonly Licensed[] {
  const rows = paths.flatMap((path): (readonly [string, Licensed])[] => {
    const name = path.split('node_modules/').at(-1) ?? path;
    const { version = '', license = STATED[name] ?? 'none', link } = locked[path] ?? {};
    if (link === true || !path.includes('node_modules/')) return [];
    return [[`${name}@${version}`, { name, version, license }]];
  });
  return sortByName([...new Map(rows).values()]);
}

function sortByName(rows: readonly Licensed[]): readonly Licensed[] {
  return rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

if (import.meta.main) {
  if (process.argv[2] === '--write') writeFileSync(FILE, formatThirdParty(readLock(readTree('.'))));
  else runGuard('third-party', checkThirdParty);
}
