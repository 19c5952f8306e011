import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { escapeBeyondAscii } from './ascii-code.ts';

const code = [
  "const text = 'Größe … 😀';",
  'const template = `→ ${text} 東京`;',
  'const isFound = /^[😀-😎é]$/u.test("😀") && /[–—]/.test("—");',
  '({ text, template, isFound }); // déjà vu',
].join('\n');

it('writes code in ASCII that does the same', () => {
  const written = escapeBeyondAscii(code, 'a.js');
  expect(written).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(written)).toEqual(runInNewContext(code));
  expect(runInNewContext(written)).toMatchObject({ text: 'Größe … 😀', isFound: true });
});

it('leaves ASCII code unchanged', () => {
  expect(escapeBeyondAscii("'\\u2026\\n'", 'a.js')).toBe("'\\u2026\\n'");
});

it('refuses a character that a backslash would escape twice', () => {
  expect(() => escapeBeyondAscii("'\\…'", 'shared/core.js')).toThrow(
    'shared/core.js: write \\… without its backslash',
  );
});
