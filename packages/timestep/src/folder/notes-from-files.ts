import { posix } from 'node:path';
import { shownPath, type AgentFiles } from './agent-files.ts';
import { NOTE_PLACES } from './agent-paths.ts';
import type { Fields } from './fields.ts';
import type { Note } from './note.ts';
import type { Report } from './problem.ts';
import { noteFacts, readNote } from './read-note.ts';

/** The rules or the references of an agent: those within its manifest, and those in files. */
export function notesIn(
  kind: keyof typeof NOTE_PLACES,
  within: readonly Fields[],
  files: AgentFiles,
  report: Report,
): Note[] {
  const embedded = within.map((fields): Note => {
    const facts = noteFacts(fields, '', 'manual');
    return { ...facts, text: fields.text('text')?.trim() ?? '' };
  });
  if (files.entry !== undefined) return embedded;
  const places: readonly string[] = NOTE_PLACES[kind];
  const paths = places.flatMap((place) =>
    [...files.texts.keys()].filter((path) => posix.dirname(path) === place),
  );
  const inFiles = paths.flatMap((path): Note[] => {
    const name = posix.basename(path, posix.extname(path));
    const note = readNote(files.texts.get(path) ?? '', shownPath(files, path), name, report);
    return note ? [{ ...note, path }] : [];
  });
  const notes = [...embedded, ...inFiles];
  warnOfDoubles(notes, files, report);
  return notes;
}

function warnOfDoubles(notes: readonly Note[], files: AgentFiles, report: Report): void {
  const known = new Set<string>();
  for (const { name, path } of notes) {
    if (known.has(name) && path !== undefined) {
      const message = `"${name}" is the name of another file too`;
      report({
        severity: 'warning',
        file: shownPath(files, path),
        line: 1,
        field: 'name',
        message,
      });
    }
    known.add(name);
  }
}
