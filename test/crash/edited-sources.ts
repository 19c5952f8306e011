import { registerHooks } from 'node:module';
import { edited, type Edit } from './edit.ts';

// Loaded before a program (`node --import`), this has the program run with some of the sources edited.

/** The variable that has the edits, as JSON. */
const EDITS = 'TIMESTEP_TEST_EDITS';
const SOURCES = '/packages/timestep/src/';

const edits = JSON.parse(process.env[EDITS] ?? '[]') as readonly Edit[];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const [, file] = url.split(SOURCES);
    const concerned = edits.filter((edit) => edit.file === file);
    if (concerned.length === 0 || !loaded.source) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: edited(source, concerned) };
  },
});
