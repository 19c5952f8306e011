import { element } from './element.ts';
import { indentJson } from './indent-json.ts';
import type { CallDetail, TranscriptEntry } from './page-model.ts';

/** Characters of a text that are shown before the reader asks for more. */
const MOST_SHOWN = 20_000;
const MOST_PREVIEW = 120;

export function transcriptView(entries: readonly TranscriptEntry[] | null): HTMLElement {
  if (entries === null) return note('This run kept no transcripts.');
  if (entries.length === 0) return note('Nothing was said.');
  return element('ol', { class: 'transcript' }, ...entries.map(entryView));
}

function entryView({ role, text, calls = [] }: TranscriptEntry): HTMLElement {
  const parts: HTMLElement[] = [element('h4', {}, role)];
  if (role === 'system') parts.push(folded(text));
  else if (text !== '') parts.push(longText(text));
  parts.push(...calls.map(callView));
  return element('li', { class: `entry ${role}` }, ...parts);
}

/** Folded, because such a text is long and usually the same in every trial. */
function folded(text: string): HTMLElement {
  const summary = element('summary', {}, previewOf(text));
  return element('details', {}, summary, longText(text));
}

function previewOf(text: string): string {
  return text
    .slice(0, 2 * MOST_PREVIEW)
    .replaceAll(/\s+/g, ' ')
    .slice(0, MOST_PREVIEW);
}

function callView(call: CallDetail): HTMLElement {
  const summary = element(
    'summary',
    {},
    element('code', { class: 'name' }, call.name),
    element('code', { class: 'preview' }, previewOf(call.arguments)),
    ...(call.failed ? [element('span', { class: 'badge error' }, 'error')] : []),
    ...(call.result === null ? [element('span', { class: 'badge skipped' }, 'no result')] : []),
  );
  const details = element('details', { class: 'call' }, summary);
  // Filled when it is first opened, because long transcripts have thousands of these.
  details.addEventListener(
    'toggle',
    () => {
      details.append(element('h5', {}, 'arguments'), longText(indentJson(call.arguments)));
      if (call.result === null) return;
      details.append(element('h5', {}, 'result'), longText(indentJson(call.result)));
    },
    { once: true },
  );
  return details;
}

/** Text as it is; the part beyond `MOST_SHOWN` follows when the reader asks for it. */
export function longText(text: string): HTMLElement {
  const shown = element('pre', {}, text.slice(0, MOST_SHOWN));
  if (text.length <= MOST_SHOWN) return shown;
  const label = `show all ${text.length.toLocaleString('en')} characters`;
  const more = element('button', { type: 'button', class: 'more' }, label);
  const whole = element('div', {}, shown, more);
  more.addEventListener('click', () => {
    whole.replaceChildren(element('pre', {}, text));
  });
  return whole;
}

function note(text: string): HTMLElement {
  return element('p', { class: 'quiet' }, text);
}
