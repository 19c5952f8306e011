/**
 * The part of `highlight.js/lib/core` that is used here. The library's own declarations refer to the types of
 * browsers, which would then be known in the whole package.
 */
interface Highlighter {
  readonly newInstance: () => Highlighter;
  readonly registerLanguage: (name: string, language: object) => void;
  readonly getLanguage: (nameOrAlias: string) => object | undefined;
  readonly highlight: (
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ) => { readonly value: string };
}

declare const core: Highlighter;
export default core;
