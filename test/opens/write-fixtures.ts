/**
 * Writes a new generation of fixtures: `write-fixtures.ts <name>`. A generation that is there is never
 * written again, because it stands for what that release wrote.
 */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeChat } from './write-chat.ts';
import { intoOneFile, writeDatabases } from './write-database.ts';
import { writeRuns } from './write-runs.ts';

const [name = ''] = process.argv.slice(2);
if (!/^[\w.-]+$/.test(name)) throw new Error('name the new generation, as in 2026-11-26');
const target = join(import.meta.dirname, 'generations', name);
if (existsSync(target)) throw new Error(`${target} is there: generations are only added`);

// What is written holds the path of its folder, which is to be of no machine.
const folder = mkdtempSync(join(tmpdir(), 'timestep-opens-'));
cpSync(join(import.meta.dirname, 'authored'), folder, { recursive: true });
const database = await writeDatabases(folder);
const chat = await writeChat(folder);
intoOneFile(join(folder, 'chat.db'));
const figures = await writeRuns(join(folder, 'suite'));
const written = { database, chat, figures };
writeFileSync(join(folder, 'written.json'), `${JSON.stringify(written, null, 2)}\n`);
cpSync(folder, target, { recursive: true });
rmSync(folder, { recursive: true });
