/** What a piece of source code is, which decides its color. */
export type CodeTokenKind =
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'name'
  | 'type'
  | 'added'
  | 'removed';

/** A piece of source code that has one color. */
export interface CodeToken {
  readonly text: string;
  /** Undefined for code without a color, such as spaces and operators. */
  readonly kind?: CodeTokenKind | undefined;
}

/**
 * Splits code into tokens, whose texts joined are the code. Returns undefined for an unknown language and for
 * code of more than 10,000 characters.
 */
export type TokenizeCode = (code: string, language: string) => readonly CodeToken[] | undefined;
