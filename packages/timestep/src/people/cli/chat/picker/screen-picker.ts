import { createPicker, pressPickerKey, type Picker, type PickerRow } from './picker.ts';
import { readPickerKey } from './picker-input.ts';

/** A list that a front end wants to be chosen from. */
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

/** The part of a screen that has a list. */
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

/** Passes what a terminal sent to the open list. */
export function handlePickerKey(place: PickerAndHint, open: OpenPicker, sent: string): void {
  const key = readPickerKey(sent);
  const step = key && pressPickerKey(open.picker, key);
  if (!step) return;
  place.picker = step.kind === 'open' ? { ...open, picker: step.picker } : undefined;
  if (step.kind === 'chosen') open.request.onChoose(step.value);
}
