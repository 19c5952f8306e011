import { Marked, type Tokens } from 'marked';
import { formatForeignText, type TokenizeCode } from '@timestep-ai/timestep/view';

const LANGUAGE_NAME = /^[\w+#.-]{1,20}$/;
/** Maximum number of code blocks of a text whose colors are kept while the text grows. */
const MAX_KEPT = 50;

/**
 * Creates a function that converts Markdown to HTML, which is not sanitized. HTML and images in the Markdown
 * are shown as text, because a browser could run handlers while parsing them.
 */
export function createMarkdownToHtml(tokenizeCode: TokenizeCode | undefined) {
  const codeToHtml = createCodeToHtml(tokenizeCode);
  const marked = new Marked({
    gfm: true,
    breaks: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
      code: codeToHtml,
    },
  });
  return (text: string): string => marked.parse(formatForeignText(text), { async: false });
}

/** Creates a function that converts a code block to HTML with its language and a button that copies it. */
function createCodeToHtml(tokenizeCode: TokenizeCode | undefined) {
  const kept = new Map<string, string>();

  function colorCode(code: string, language: string): string {
    const key = `${language}\n${code}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const html = tokenizeCode?.(code, language)
      ?.map(({ text, kind }) =>
        kind ? `<span class="code-${kind}">${escapeHtml(text)}</span>` : escapeHtml(text),
      )
      .join('');
    if (html === undefined) return escapeHtml(code);
    if (kept.size === MAX_KEPT) kept.clear();
    kept.set(key, html);
    return html;
  }

  return ({ text, lang = '', raw }: Tokens.Code): string => {
    const [language = ''] = lang.trim().split(/\s+/);
    // A block that is still being written would be colored again for each piece of it.
    const html = isClosed(raw) ? colorCode(text, language) : escapeHtml(text);
    const label = LANGUAGE_NAME.test(language) ? language : '';
    const head = `<span>${label}</span><button>Copy</button>`;
    return `<div class="code-block"><div>${head}</div><pre><code>${html}\n</code></pre></div>`;
  };
}

/** Whether a code block ends with the line that closes it. */
function isClosed(raw: string): boolean {
  const lines = raw.trimEnd().split('\n');
  return lines.length > 1 && /^\s*(?:```|~~~)/.test(lines.at(-1) ?? '');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
