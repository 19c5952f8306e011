import DOMPurify from 'dompurify';
import { useMemo, type MouseEvent } from 'react';
import { useCodeTokenizer } from './code-tokenizer.ts';
import { createMarkdownToHtml } from './markdown-to-html.ts';

const TAGS =
  'a blockquote br button code del div em h1 h2 h3 h4 h5 h6 hr li ol p pre span strong table tbody td th thead tr ul'.split(
    ' ',
  );
const CODE_BLOCK = /^ *(?:```|~~~)/m;
const COPIED_MS = 1500;

/** Renders Markdown without images, styles or scripts, and loads nothing from the network. */
export function Markdown({ text }: { text: string }) {
  const tokenizeCode = useCodeTokenizer(CODE_BLOCK.test(text));
  const toHtml = useMemo(() => createMarkdownToHtml(tokenizeCode), [tokenizeCode]);
  const html = useMemo(
    () =>
      DOMPurify.sanitize(toHtml(text), {
        ALLOWED_TAGS: TAGS,
        ALLOWED_ATTR: ['href', 'class'],
        ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
        // Trusted Types let a page require that only sanitized HTML is inserted.
        RETURN_TRUSTED_TYPE: true,
      }),
    [toHtml, text],
  );
  return (
    // The buttons in the HTML handle keys; this element only receives their clicks.
    <div className="prose-text" onClick={copyCode} dangerouslySetInnerHTML={{ __html: html }} />
  );
}

/** Copies the code block whose button was clicked, and says so on the button for a moment. */
function copyCode({ target }: MouseEvent<HTMLDivElement>): void {
  if (!(target instanceof HTMLButtonElement)) return;
  const code = target.closest('.code-block')?.querySelector('code')?.textContent ?? '';
  void navigator.clipboard.writeText(code).then(() => {
    target.textContent = 'Copied';
    setTimeout(() => (target.textContent = 'Copy'), COPIED_MS);
  });
}
