import { describe, expect, it, vi } from 'vitest';
import { createCodeTokenizer } from './tokenize-code.ts';
import { createLazyCodeTokenizer, loadCodeTokenizer } from './load-code-tokenizer.ts';

const tokenizeCode = createCodeTokenizer();

function listKinds(code: string, language: string): readonly string[] {
  const tokens = tokenizeCode(code, language) ?? [];
  return tokens.flatMap(({ text, kind }) => (kind ? [`${kind} ${text}`] : []));
}

describe('tokenizeCode', () => {
  it.each([
    [
      'ts',
      "const name: string = 'a'; // why",
      ['keyword const', 'name name', 'type string', "string 'a'", 'comment // why'],
    ],
    ['python', 'def add(a): return 1', ['keyword def', 'name add', 'keyword return', 'number 1']],
    ['json', '{"a": [1, true]}', ['name "a"', 'number 1', 'keyword true']],
    ['diff', '-old\n+new', ['removed -old', 'added +new']],
    [
      'bash',
      'echo "$HOME" # print',
      ['type echo', 'string "', 'string $HOME', 'string "', 'comment # print'],
    ],
    ['SQL', 'SELECT 1', ['keyword SELECT', 'number 1']],
  ])('knows keywords, names and values of %s', (language, code, expected) => {
    expect(listKinds(code, language)).toEqual(expected);
  });

  it('keeps every character', () => {
    const code = '<a href="x">&amp;\u00e4\u{1f600}</a>\n\tif (a < b) {\n';
    for (const language of ['html', 'js', 'md', 'yaml', 'sh', 'c', 'rust', 'css']) {
      expect(
        tokenizeCode(code, language)
          ?.map(({ text }) => text)
          .join(''),
      ).toBe(code);
    }
  });

  it.each([
    ['an unknown language', 'a', 'klingon'],
    ['no language', 'a', ''],
    ['a name that every object has', 'a', 'constructor'],
    ['long code', 'a'.repeat(10_001), 'ts'],
  ])('leaves %s without colors', (_what, code, language) => {
    expect(tokenizeCode(code, language)).toBeUndefined();
  });

  it('is loaded on demand', async () => {
    expect((await loadCodeTokenizer())('1', 'js')).toEqual([{ text: '1', kind: 'number' }]);
  });

  it('is loaded with its first use', async () => {
    const onLoad = vi.fn<() => void>();
    const tokenizeLazily = createLazyCodeTokenizer(onLoad);
    expect(tokenizeLazily('1', 'js')).toBeUndefined();
    await vi.waitFor(() => expect(onLoad).toHaveBeenCalledOnce());
    expect(tokenizeLazily('1', 'js')).toEqual([{ text: '1', kind: 'number' }]);
  });
});
