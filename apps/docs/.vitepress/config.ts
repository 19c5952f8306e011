import { readFileSync, mkdirSync, writeFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSlug } from '../../../scripts/source/markdown.ts';
import { CONTENTS } from '../src/contents.ts';
import { createLlmsTexts } from '../src/llms-texts.ts';
import { addSiteRules } from '../src/markdown-rules.ts';

const pages = join(import.meta.dirname, '../../../docs');
const api = readdirSync(join(pages, 'api')).flatMap((file) => {
  const name = file.replace(/\.md$/, '');
  return name === 'README' ? [] : [[`api/${name}`, name] as const];
});

/** `TIMESTEP_SAMPLE=1` builds the site without the API, whose pages are most of its text and all alike. */
const isSample = process.env['TIMESTEP_SAMPLE'] === '1';

/** Colors that the theme leaves too faint to read. */
const STYLE = `
.vp-doc [class*='language-'] > span.lang { color: var(--vp-c-text-1); }
.vp-doc :not(pre) > code { color: var(--vp-c-text-1); }
`;

/** Creates a sidebar entry that links to a page of the documentation. */
function createSidebarLink([path, text]: readonly [string, string]): {
  text: string;
  link: string;
} {
  return { text, link: `/${path === 'index' ? '' : path}` };
}

/** The settings of VitePress, which is installed by `npm run install:docs` only. */
export default {
  title: 'Timestep',
  description: 'A TypeScript framework for durable AI agents',
  lang: 'en',
  head: [['style', {}, STYLE]],
  srcDir: '../../docs',
  outDir: '../../apps/docs/dist',
  ...(isSample && { srcExclude: ['api/!(README).md'], ignoreDeadLinks: [/\/api\//, /^\.\//] }),
  cacheDir: '../../node_modules/.cache/docs/vite',
  // Texts in angle brackets are placeholders, not elements.
  markdown: {
    html: false,
    linkify: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: addSiteRules,
    anchor: { slugify: createSlug },
  },
  vite: { publicDir: false },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: CONTENTS.map(({ title, pages: listed }) => ({
      text: title,
      items: listed.map(createSidebarLink),
    })),
  },
  buildEnd({ outDir }: { readonly outDir: string }) {
    const read = (path: string): string => readFileSync(join(pages, `${path}.md`), 'utf8');
    const all = [...CONTENTS, { title: 'API by import', pages: api }];
    for (const { path, text } of createLlmsTexts(all, read)) {
      mkdirSync(dirname(join(outDir, path)), { recursive: true });
      writeFileSync(join(outDir, path), text);
    }
  },
};
