import type { SourceFile } from './source-tree.ts';

/** The packages that users install, by the names that they have on the registry. */
const PACKAGES = ['timestep', 'temporal', 'grpc', 'embedder', 'create'].map((name) => ({
  published: `@timestep-ai/${name}`,
  // `npm pack` in a clone beside the folder of the reader writes the archive.
  packed: `../timestep/timestep-ai-${name}-0.1.0.tgz`,
}));

/** How a project is created, by the package for it or by the archive of the library. */
const CREATE = {
  published: 'npm create @timestep-ai ',
  packed: `npx --package ${PACKAGES[0]?.packed ?? ''} timestep new `,
};

/** Whether the packages are on the registry: the one constant that switches the lines of all pages. */
const ARE_PUBLISHED: boolean = false;

const PAGES = /^(?:README|docs\/(?!api\/).+|(?:packages|examples)\/[^/]+\/README)\.md$/;
const INSTALL = /^.*\bnpm (?:install|i|exec|create) .*$/gm;

/** Returns a page with the lines that install a package as they work today. */
export function writeInstallLines(page: string, arePublished = ARE_PUBLISHED): string {
  const [shown, wanted] = arePublished
    ? [CREATE.packed, CREATE.published]
    : [CREATE.published, CREATE.packed];
  return page.replaceAll(shown, wanted).replaceAll(INSTALL, (line) =>
    PACKAGES.reduce((text, { published, packed }) => {
      const [from, to] = arePublished ? [packed, published] : [published, packed];
      return text.replaceAll(new RegExp(`(?<=[\\s])${RegExp.escape(from)}(?=[\\s\`]|$)`, 'g'), to);
    }, line),
  );
}

/** Returns the pages for users that say how a package is installed. */
export function listInstallPages(files: readonly SourceFile[]): SourceFile[] {
  const names = PACKAGES.flatMap(({ published, packed }) => [published, packed]);
  return files.filter(
    ({ path, text }) =>
      PAGES.test(path) &&
      (text.match(INSTALL) ?? []).some((line) => names.some((name) => line.includes(name))),
  );
}
