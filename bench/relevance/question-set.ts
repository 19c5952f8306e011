/** A tool, as it is put into an index. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Of its parameters: names and descriptions. */
  readonly text: string;
}

export interface Question {
  readonly text: string;
  /** Names of the tools that answer it, each once. */
  readonly wanted: readonly string[];
}

export type SetName = 'metatool-one' | 'metatool-many' | 'livemcpbench' | 'bfcl';

/** Questions about one pool of tools. */
export interface QuestionSet {
  readonly name: SetName;
  readonly tools: readonly Tool[];
  readonly questions: readonly Question[];
}
