import type { FieldTree } from '@timestep-ai/timestep/view';
import type { JsonPosition } from './json-position.ts';

/** What an editor offers besides the names of fields. */
export interface Vocabulary {
  /** Names of the agent's tools, with which permission rules begin. */
  readonly tools: readonly string[];
  readonly models: readonly string[];
}

/** One offer: the text that replaces the range of the position. */
export interface Offer {
  readonly label: string;
  readonly insert: string;
}

/** Lists what fits at a position of a JSON file. */
export function listJsonOffers(
  position: JsonPosition,
  fields: FieldTree,
  vocabulary: Vocabulary,
): readonly Offer[] {
  const tree = findTree(fields, position.path);
  if (!tree) return [];
  if (position.kind === 'name') {
    const after = position.hasColon ? '' : ': ';
    return Object.keys(tree.fields ?? {})
      .filter((name) => !position.present.includes(name))
      .map((label) => ({ label, insert: `${JSON.stringify(label)}${after}` }));
  }
  return listValues(tree, vocabulary)
    .filter((value) => !position.isQuoted || typeof value === 'string')
    .map((value) => ({ label: String(value), insert: JSON.stringify(value) }));
}

/** Lists what fits at a position in the front matter of a Markdown file, with the range it replaces. */
export function listFrontMatterOffers(
  text: string,
  at: number,
  fields: FieldTree,
): { readonly from: number; readonly offers: readonly Offer[] } | undefined {
  const end = findEndOfFrontMatter(text);
  if (end === undefined || at > end) return undefined;
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const line = text.slice(from, at);
  if (from === 0) return undefined;
  const value = /^(\w+):[ ]*(\w*)$/.exec(line);
  if (value) {
    const [, name = '', written = ''] = value;
    const values = fields.fields?.[name]?.values ?? [];
    const offers = values.map((one) => ({ label: String(one), insert: String(one) }));
    return { from: at - written.length, offers };
  }
  if (!/^[\w-]*$/.test(line)) return undefined;
  const present = [...text.slice(0, end).matchAll(/^([\w-]+):/gm)].map(([, name]) => name);
  const names = Object.keys(fields.fields ?? {}).filter((name) => !present.includes(name));
  return { from, offers: names.map((label) => ({ label, insert: `${label}: ` })) };
}

/** Returns the offset at which the front matter ends. Undefined if the text has none. */
function findEndOfFrontMatter(text: string): number | undefined {
  if (!/^---\r?\n/.test(text)) return undefined;
  const end = /\r?\n---\s*(?:\r?\n|$)/.exec(text.slice(3));
  return end ? end.index + 3 : undefined;
}

function findTree(fields: FieldTree, path: readonly string[]): FieldTree | undefined {
  return path.reduce<FieldTree | undefined>(
    (tree, name) =>
      tree?.fields && Object.hasOwn(tree.fields, name) ? tree.fields[name] : tree?.each,
    fields,
  );
}

function listValues(
  { values = [], names }: FieldTree,
  { tools, models }: Vocabulary,
): readonly (string | boolean)[] {
  if (names === undefined) return values;
  return [...values, ...(names === 'rule' ? tools : models)];
}
