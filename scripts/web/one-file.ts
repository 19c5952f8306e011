import { createHash } from 'node:crypto';
import { formatLicenses } from '../bundle/licenses.ts';

/** The parts of a bundler plugin that are used; Vite has them. */
interface OneFilePlugin {
  readonly name: string;
  readonly enforce: 'post';
  generateBundle(
    this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown },
    options: unknown,
    bundle: Record<string, BundledFile>,
  ): void;
}

interface BundledFile {
  readonly fileName: string;
  readonly modules?: object;
  readonly code?: string;
  readonly source?: string | Uint8Array;
}

/** Writes the bundle as one HTML file instead of separate files. */
export function createOneFilePlugin(fileName: string): OneFilePlugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const scripts = files.flatMap(({ code }) => code ?? []);
      const styles = files.flatMap(({ fileName: name, source }) =>
        name.endsWith('.css') && source !== undefined ? String(source) : [],
      );
      const [script] = scripts;
      if (script === undefined || scripts.length > 1 || files.length > 1 + styles.length) {
        throw new Error(`the bundle has ${files.map((file) => file.fileName).join(', ')}`);
      }
      const modules = files.flatMap((file) => Object.keys(file.modules ?? {}));
      for (const name of Object.keys(bundle)) Reflect.deleteProperty(bundle, name);
      const source = createTemplate(script, styles.join('\n'), formatLicenses(modules));
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/**
 * Returns a page with its script and styles, and placeholders for the data of a report. Its content
 * security policy allows these only: the page loads nothing, and creates no markup from text that
 * was not sanitized.
 */
export function createTemplate(script: string, styles: string, licenses: string): string {
  // Script and styles must not end their element, and must not contain a placeholder for data.
  const code = script.replaceAll(/<(?=\/script|!--|script)/gi, String.raw`\x3c`);
  if (/<\/style|<!--/i.test(styles)) throw new Error('the styles would end their element');
  const policy = [
    "default-src 'none'",
    `script-src '${hashForPolicy(code)}'`,
    `style-src '${hashForPolicy(styles)}'`,
    // Images of transcripts, which are in the file.
    'img-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify',
  ].join('; ');
  const terms = licenses.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title><!--title--></title>
<style>${styles}</style>
</head>
<body>
<div id="root"></div>
<noscript><p><!--summary--></p><p>Everything else of this page needs JavaScript.</p></noscript>
<!--model--><script>${code}</script>
<template id="licenses"><pre>${terms}</pre></template>
<!--chunks--></body>
</html>
`;
}

function hashForPolicy(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
