/** A row of a list to choose from. */
export interface PickerRow {
  readonly value: string;
  readonly text: string;
  /** Description of the row, shown dimmed after its text. The search also finds it. */
  readonly about?: string;
}

/** A list that a user searches by typing. While it is open, all keys belong to it. */
export interface Picker {
  readonly title: string;
  /** Text to show if the list has no rows. */
  readonly empty: string;
  /** The list's rows; undefined while they load. */
  readonly rows: readonly PickerRow[] | undefined;
  readonly query: string;
  /** Number of the selected row among the matching rows. */
  readonly selected: number;
}

export type PickerStep =
  | { readonly kind: 'open'; readonly picker: Picker }
  | { readonly kind: 'chosen'; readonly value: string }
  | { readonly kind: 'closed' };

/** A key that a list understands, or text that was typed or pasted. */
export type PickerKey =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'up' | 'down' | 'enter' | 'escape' | 'backspace' | 'clear' };

export function createPicker(title: string, empty: string, rows?: readonly PickerRow[]): Picker {
  return { title, empty, rows, query: '', selected: 0 };
}

/** Lists the rows that contain every word of the query, in any case. */
export function listMatchingRows({ rows = [], query }: Picker): readonly PickerRow[] {
  const words = query.toLowerCase().split(/\s+/);
  return rows.filter(({ text, about = '', value }) => {
    const searched = `${text}\n${about}\n${value}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

export function applyPickerKey(picker: Picker, key: PickerKey): PickerStep {
  const matches = listMatchingRows(picker);
  switch (key.kind) {
    case 'text': {
      const query = picker.query + key.text.replaceAll(/\s+/g, ' ');
      return createPickerOpenStep({ ...picker, query, selected: 0 });
    }
    case 'backspace': {
      const query = cutLastCharacter(picker.query);
      return createPickerOpenStep({ ...picker, query, selected: 0 });
    }
    case 'clear':
      return createPickerOpenStep({ ...picker, query: '', selected: 0 });
    case 'up':
      return createPickerOpenStep({ ...picker, selected: Math.max(0, picker.selected - 1) });
    case 'down': {
      const last = Math.max(0, matches.length - 1);
      return createPickerOpenStep({ ...picker, selected: Math.min(last, picker.selected + 1) });
    }
    case 'enter': {
      const row = matches[picker.selected];
      return row ? { kind: 'chosen', value: row.value } : createPickerOpenStep(picker);
    }
    case 'escape':
      return { kind: 'closed' };
  }
}

/** Removes the last character as a person sees it, which may consist of several. */
function cutLastCharacter(text: string): string {
  const last = [...new Intl.Segmenter().segment(text)].at(-1);
  return last ? text.slice(0, last.index) : text;
}

function createPickerOpenStep(picker: Picker): PickerStep {
  return { kind: 'open', picker };
}
