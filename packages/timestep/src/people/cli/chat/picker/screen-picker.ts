import { createPicker, applyPickerKey, type Picker, type PickerRow } from './picker.ts';
import { readPickerKey } from './picker-input.ts';

/** A request to let the user choose an item from a list. */
export interface PickerRequest {
  readonly title: string;
  readonly empty: string;
  readonly rows: readonly PickerRow[] | Promise<readonly PickerRow[]>;
  readonly onChoose: (value: string) => void;
}

export interface OpenPicker {
  readonly picker: Picker;
  readonly request: PickerRequest;
}

/** The state of a screen that a selection list changes: the open list and a hint. */
export interface PickerAndHint {
  picker: OpenPicker | undefined;
  hint: string | undefined;
}

/**
 * Opens the list before its rows have loaded, so that keys pressed meanwhile go to the list and not to the
 * editor.
 */
export function showPicker(place: PickerAndHint, request: PickerRequest, redraw: () => void): void {
  const { rows, title, empty } = request;
  if (!(rows instanceof Promise)) {
    place.picker = { picker: createPicker(title, empty, rows), request };
    redraw();
    return;
  }
  place.picker = { picker: createPicker(title, empty), request };
  redraw();
  rows.then(
    (read) => {
      const { picker } = place;
      if (picker?.request === request)
        place.picker = { request, picker: { ...picker.picker, rows: read } };
      redraw();
    },
    (thrown: unknown) => {
      if (place.picker?.request === request) place.picker = undefined;
      place.hint = thrown instanceof Error ? thrown.message : String(thrown);
      redraw();
    },
  );
}

/** Handles terminal input while a selection list is open. */
export function handlePickerKey(place: PickerAndHint, open: OpenPicker, sent: string): void {
  const key = readPickerKey(sent);
  const step = key && applyPickerKey(open.picker, key);
  if (!step) return;
  place.picker = step.kind === 'open' ? { ...open, picker: step.picker } : undefined;
  if (step.kind === 'chosen') open.request.onChoose(step.value);
}
