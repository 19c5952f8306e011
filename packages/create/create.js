#!/usr/bin/env node
// Runs `timestep new` of the library of the same version, with the given arguments or the folder `my-agent`.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const manifest = new URL(import.meta.resolve('@timestep-ai/timestep/package.json'));
/** @type {{ readonly bin: { readonly timestep: string } }} */
const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
if (process.argv.length === 2) process.argv.push('my-agent');
process.argv.splice(2, 0, 'new');
await import(new URL(bin.timestep, manifest).href);
