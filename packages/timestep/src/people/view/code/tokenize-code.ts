import core from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { CodeToken, CodeTokenKind, TokenizeCode } from './code-token.ts';

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};

/** Hostile code of this length takes 40 ms; other code of this length takes 5 ms. */
const MAX_CODE_LENGTH = 10_000;

/** Kinds by the scopes of highlight.js. Code of any other scope has the kind of the code around it. */
const KINDS: Readonly<Record<string, CodeTokenKind>> = {
  keyword: 'keyword',
  built_in: 'type',
  type: 'type',
  class_: 'type',
  literal: 'keyword',
  number: 'number',
  string: 'string',
  regexp: 'string',
  symbol: 'string',
  char: 'string',
  comment: 'comment',
  doctag: 'comment',
  quote: 'comment',
  meta: 'keyword',
  title: 'name',
  function_: 'name',
  section: 'name',
  attr: 'name',
  attribute: 'name',
  name: 'keyword',
  'selector-tag': 'keyword',
  'selector-class': 'type',
  'selector-id': 'type',
  addition: 'added',
  deletion: 'removed',
};

/** Creates a tokenizer that reads each language on its first use. */
export function createCodeTokenizer(): TokenizeCode {
  const highlighter = core.newInstance();
  for (const [name, language] of Object.entries(LANGUAGES)) {
    highlighter.registerLanguage(name, language);
  }
  return (code, name) => {
    const language = name.toLowerCase();
    if (code.length > MAX_CODE_LENGTH || !highlighter.getLanguage(language)) return undefined;
    return htmlToTokens(highlighter.highlight(code, { language, ignoreIllegals: true }).value);
  };
}

const PIECE = /<span class="([^"]*)">|<\/span>|[^<]+/g;

/** Reads the HTML of highlight.js: text in nested spans, whose class names say what the text is. */
function htmlToTokens(html: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  const around: (CodeTokenKind | undefined)[] = [];
  for (const [piece, names] of html.matchAll(PIECE)) {
    if (names !== undefined) around.push(findKind(names) ?? around.at(-1));
    else if (piece === '</span>') around.pop();
    else tokens.push({ text: decodeEntities(piece), kind: around.at(-1) });
  }
  return tokens;
}

/** Finds the kind in class names such as `hljs-title function_`. The most specific name comes last. */
function findKind(names: string): CodeTokenKind | undefined {
  const kinds = names.split(' ').map((name) => KINDS[name.replace(/^hljs-/, '')]);
  return kinds.findLast((kind) => kind !== undefined);
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => CHARACTERS[entity] ?? entity);
}
