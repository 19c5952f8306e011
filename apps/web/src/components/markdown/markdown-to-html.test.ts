import { describe, expect, it } from 'vitest';
import type { TokenizeCode } from '@timestep-ai/timestep/view';
import { createMarkdownToHtml } from './markdown-to-html.ts';

const tokenizeCode: TokenizeCode = (code, language) =>
  language === 'js' ? [{ text: code, kind: 'keyword' }] : undefined;
const toHtml = createMarkdownToHtml(tokenizeCode);

describe('createMarkdownToHtml', () => {
  it('colors a closed code block of a known language', () => {
    const html = toHtml('```js\na < b\n```');
    expect(html).toContain('<span>js</span>');
    expect(html).toContain('<span class="code-keyword">a &lt; b</span>');
  });

  it.each([
    ['of another language', '```ts\na < b\n```'],
    ['that is still being written', '```js\na < b'],
    ['without a language', '```\na < b\n```'],
  ])('leaves a block %s without colors', (_what, text) => {
    const html = toHtml(text);
    expect(html).not.toContain('code-keyword');
    expect(html).toContain('a &lt; b');
  });

  it('shows no language that is not a name', () => {
    expect(toHtml('```js"onload=x\na\n```')).toContain('<span></span>');
  });

  it('shows HTML and images as text, and the boxes of a task list', () => {
    expect(toHtml('<b class="x">')).toContain('&lt;b class=&quot;x&quot;&gt;');
    expect(toHtml('![a](http://x.test/b.png)')).not.toContain('<img');
    expect(toHtml('- [x] a\n- [ ] b')).toMatch(/☑ a[^]*☐ b/);
  });
});
