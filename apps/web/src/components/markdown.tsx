import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useMemo } from 'react';

const TAGS =
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul'.split(
    ' ',
  );

/** Markup within a text is text. Where it was only taken out, its styles and handlers would still be parsed. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
  },
});

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text of a model as formatted text. It has no images, styles or scripts, and fetches nothing. */
export function Markdown({ text }: { readonly text: string }) {
  const html = useMemo(() => {
    const written = marked.parse(text, { async: false });
    return DOMPurify.sanitize(written, {
      ALLOWED_TAGS: TAGS,
      ALLOWED_ATTR: ['href'],
      ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
      // A page may allow no markup but what was cleaned.
      RETURN_TRUSTED_TYPE: true,
    });
  }, [text]);
  return <div className="prose-text" dangerouslySetInnerHTML={{ __html: html }} />;
}
