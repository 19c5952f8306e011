/**
 * Writes a new generation of fixtures: `write-fixtures.ts <name>`. A generation that is there is never
 * written again, because it stands for what that release wrote.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDatabases } from './write-database.ts';

const [name = ''] = process.argv.slice(2);
if (!/^[\w.-]+$/.test(name)) throw new Error('name the new generation, as in 2026-11-26');
const folder = join(import.meta.dirname, 'generations', name);
if (existsSync(folder)) throw new Error(`${folder} is there: generations are only added`);
mkdirSync(folder, { recursive: true });

const written = { database: await writeDatabases(folder) };
writeFileSync(join(folder, 'written.json'), `${JSON.stringify(written, null, 2)}\n`);
