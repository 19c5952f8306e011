/** A tool as an item of an index. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Names and descriptions of its parameters. */
  readonly text: string;
}

export interface Question {
  readonly text: string;
  /** Unique names of the tools that answer the question. */
  readonly wanted: readonly string[];
}

export type SetName = 'metatool-one' | 'metatool-many' | 'livemcpbench' | 'bfcl' | 'own-folder';

/** Questions about one pool of tools. */
export interface QuestionSet {
  readonly name: SetName;
  readonly tools: readonly Tool[];
  readonly questions: readonly Question[];
}
