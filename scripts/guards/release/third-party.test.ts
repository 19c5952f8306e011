import { expect, it } from 'vitest';
import { readTree } from '../../source/source-tree.ts';
import { checkThirdParty, formatThirdParty } from './third-party.ts';

const files = readTree(new URL('../../../', import.meta.url).pathname);

/** The repository with a change of one of its files. */
function withChanged(path: string, change: (text: string) => string) {
  return files.map((file) => (file.path === path ? { ...file, text: change(file.text) } : file));
}

it('finds the list fresh, and each license accepted', () => {
  const { summary, problems } = checkThirdParty(files);
  expect(summary).toMatch(/^\d{3} packages$/);
  expect(problems).toEqual([]);
});

it('refuses an old list, and a license that nobody has read', () => {
  const updated = withChanged('package-lock.json', (text) =>
    text.replace(/("node_modules\/zod": \{\s+"version": )"[^"]+"/, '$1"9.9.9"'),
  );
  expect(checkThirdParty(updated).problems).toEqual([
    'THIRD_PARTY_LICENSES.md is not of the present lock file: npm run licenses',
  ]);
  const strange = withChanged('package-lock.json', (text) =>
    text.replace(/("node_modules\/zod": \{[^}]+"license": )"MIT"/, '$1"SSPL-1.0"'),
  );
  expect(checkThirdParty(strange).problems[0]).toBe(
    'zod has the license SSPL-1.0: read it, and add it to ACCEPTED',
  );
});

it('lists what the page contains by the version that is nearest to it', () => {
  const license = 'MIT';
  const text = formatThirdParty({
    'apps/web': { devDependencies: { marked: '18.0.0', react: '19.0.0', vite: '8.0.0' } },
    'apps/web/node_modules/marked': { version: '18.0.0', license },
    'node_modules/marked': { version: '9.0.0', license },
    'node_modules/react': { version: '19.0.0', license },
    'node_modules/vite': { version: '8.0.0', license },
  });
  expect(text.match(/^\| (?:marked|react|vite) .*$/gm)).toEqual([
    '| marked | 18.0.0 | MIT |',
    '| react | 19.0.0 | MIT |',
  ]);
});
