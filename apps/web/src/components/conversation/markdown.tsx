import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useMemo } from 'react';
import { formatForeignText } from '@timestep-ai/timestep/view';

const TAGS =
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul'.split(
    ' ',
  );

/** HTML in Markdown is shown as text, because a browser could run handlers while parsing it. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
  },
});

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Renders Markdown without images, styles or scripts, and loads nothing from the network. */
export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => {
    const written = marked.parse(formatForeignText(text), { async: false });
    return DOMPurify.sanitize(written, {
      ALLOWED_TAGS: TAGS,
      ALLOWED_ATTR: ['href'],
      ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
      // Trusted Types let a page require that only sanitized HTML is inserted.
      RETURN_TRUSTED_TYPE: true,
    });
  }, [text]);
  return <div className="prose-text" dangerouslySetInnerHTML={{ __html: html }} />;
}
