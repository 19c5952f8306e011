/**
 * What an editor completes in a file of an agent: the names of fields and the values of some of them. In a
 * Markdown file, these are the fields of its front matter.
 */
export interface FieldTree {
  /** Fields of an object by name. A field without a tree of its own has an empty one. */
  readonly fields?: Readonly<Record<string, FieldTree>>;
  /** The tree of each field of an object whose names are free, or of each item of a list. */
  readonly each?: FieldTree;
  /** Values that are offered, as JSON writes them. */
  readonly values?: readonly (string | boolean)[];
  /** What the texts name: a permission rule begins with the name of a tool. */
  readonly names?: 'rule' | 'model';
}
