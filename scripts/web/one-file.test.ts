import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createOneFilePlugin, createTemplate } from './one-file.ts';

const SCRIPT = 'const a = "</script><!--<script>";';

function digestIn(html: string, element: string): string {
  const text = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(html)?.[1] ?? '';
  return createHash('sha256').update(text).digest('base64');
}

it('allows its own script and styles by their digests, and nothing to be loaded', () => {
  const html = createTemplate(SCRIPT, 'p { color: red }', 'Terms <of> one');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'sha256-${digestIn(html, 'script')}'`,
    `style-src 'sha256-${digestIn(html, 'style')}'`,
    'img-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify',
  ]);
  expect(html).not.toMatch(/\b(src|href|action|srcset|style)=/);
  expect(html).toContain('Terms &lt;of> one');
});

it('has each place for data once, whatever its script says', () => {
  const html = createTemplate('const b = "<!--model--></script>";', '', '');
  expect(html.match(/<!--\w+-->/g)).toEqual([
    '<!--title-->',
    '<!--summary-->',
    '<!--model-->',
    '<!--chunks-->',
  ]);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(() => createTemplate('', 'a { content: "</style>" }', '')).toThrow('end their element');
});

it('refuses a bundle of more than one script', () => {
  const plugin = createOneFilePlugin('report.html');
  const bundle = {
    'a.js': { fileName: 'a.js', code: '1' },
    'b.js': { fileName: 'b.js', code: '2' },
  };
  const emitFile = (): unknown => undefined;
  expect(() => plugin.generateBundle.call({ emitFile }, {}, bundle)).toThrow('a.js, b.js');
});
