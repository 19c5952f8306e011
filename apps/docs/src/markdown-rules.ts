import { resolveOutsideLink } from './outside-link.ts';

interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

type Render = (tokens: readonly Token[], at: number, ...rest: readonly unknown[]) => string;

/** The part of a markdown-it renderer whose rules the documentation site changes. */
export interface MarkdownRenderer {
  readonly renderer: { rules: Record<string, Render | undefined> };
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: State) => void): void };
  };
  readonly utils: { escapeHtml(text: string): string };
}

interface State {
  readonly tokens: readonly Token[];
  readonly env: { readonly relativePath?: string };
}

/**
 * Adapts the Markdown renderer, so that pages written for readers of the repository also work on the
 * documentation site.
 */
export function addSiteRules(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  const renderCode = rules['code_inline'];
  // Vue would read {{ }} as an expression.
  rules['code_inline'] = (tokens, at, ...rest) => {
    tokens[at]?.attrSet('v-pre', '');
    return renderCode?.(tokens, at, ...rest) ?? '';
  };
  rules['text'] = (tokens, at) =>
    markdown.utils.escapeHtml(tokens[at]?.content ?? '').replaceAll('{{', '&#123;&#123;');
  markdown.core.ruler.push('outside-links', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null;
      const address = link === null ? undefined : resolveOutsideLink(env.relativePath ?? '', link);
      if (address !== undefined) token.attrSet('href', address);
    }
  });
}
