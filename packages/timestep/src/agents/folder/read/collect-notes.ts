import { posix } from 'node:path';
import type { ReportFolderProblem } from '../problem.ts';
import type { AgentFiles } from '../storage/agent-files.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { NOTE_PLACES } from '../storage/agent-paths.ts';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { KNOWN_FIELDS } from './known-fields.ts';
import type { Fields } from '../text/fields.ts';
import { type Note, parseNoteFields, parseNote } from './notes.ts';

export function collectNotes(
  kind: keyof typeof NOTE_PLACES,
  embeddedNotes: readonly Fields[] = [],
  files: AgentFiles,
  report: ReportFolderProblem,
): Note[] {
  const embedded = embeddedNotes.map((fields): Note => {
    reportUnknownFields(fields, KNOWN_FIELDS.embeddedNote);
    const facts = parseNoteFields(fields, '', 'manual');
    return { ...facts, text: fields.getText('text')?.trim() ?? '' };
  });
  if (files.entry !== undefined) return embedded;
  const places: readonly string[] = NOTE_PLACES[kind];
  const paths = places.flatMap((place) =>
    [...files.texts.keys()].filter((path) => posix.dirname(path) === place),
  );
  const inFiles = paths.flatMap((path): Note[] => {
    const name = posix.basename(path, posix.extname(path));
    const note = parseNote(files.texts.get(path) ?? '', getDisplayPath(files, path), name, report);
    return note ? [{ ...note, path }] : [];
  });
  const notes = [...embedded, ...inFiles];
  warnOfDuplicateNames(notes, files, report);
  return notes;
}

function warnOfDuplicateNames(
  notes: readonly Note[],
  files: AgentFiles,
  report: ReportFolderProblem,
): void {
  const known = new Set<string>();
  for (const { name, path } of notes) {
    if (known.has(name) && path !== undefined) {
      const file = getDisplayPath(files, path);
      const message = `"${name}" is also the name of another file`;
      report({ severity: 'warning', file, line: 1, field: 'name', message });
    }
    known.add(name);
  }
}
