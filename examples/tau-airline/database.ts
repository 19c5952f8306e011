import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '@timestep-ai/timestep/core';
import { formatPythonTuples, quotePython, formatTuple } from './python-text.ts';

/** A record that belongs to one trial and may be changed. */
export type ChangedRecord = { [field: string]: JsonValue };

/** The airline's initial data; no episode changes it. */
export interface Base {
  readonly flights: ReadonlyMap<string, JsonObject>;
  readonly tables: Readonly<Record<Table, ReadonlyMap<string, JsonObject>>>;
  /** A digest that already includes all data before the tables that can change. */
  readonly begun: Hash;
  /** The text of each record by table, cached because creating it takes time. */
  readonly texts: Readonly<Record<Table, ReadonlyMap<string, string>>>;
}

/** The tables that tools write to, in the order of the digest. */
export type Table = 'reservations' | 'users';

/** One trial's view of the data: changed records are copies, all others are shared. */
export interface Database {
  readonly flights: ReadonlyMap<string, JsonObject>;
  find(table: Table, id: string): JsonObject | undefined;
  /** Returns a record to change, and creates it if it does not exist. */
  edit(table: Table, id: string): ChangedRecord;
  /** SHA-256 of all data, computed like upstream. */
  digest(): string;
}

export function loadBase(folder: string): Base {
  const load = (name: string): Map<string, JsonObject> =>
    new Map(
      Object.entries(
        JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<
          string,
          JsonObject
        >,
      ),
    );
  const flights = load('flights');
  const reservations = load('reservations');
  const users = new Map([...load('users')].map(([id, user]) => [id, toRecordedFields(user)]));
  const textsOf = (records: ReadonlyMap<string, JsonObject>): Map<string, string> =>
    new Map([...records].map(([id, record]) => [id, formatEntry(id, record)]));
  const flightTexts = [...textsOf(flights)].toSorted(compareIds).map(([, text]) => text);
  const begun = createHash('sha256').update(`(('flights', ${formatTuple(flightTexts)}), `);
  return {
    flights,
    tables: { reservations, users },
    begun,
    texts: { reservations: textsOf(reservations), users: textsOf(users) },
  };
}

/**
 * Restores the field names of the recordings: the data was edited afterwards, and provinces are now
 * called states.
 */
function toRecordedFields(user: JsonObject): JsonObject {
  const address = Object.entries(user['address'] as JsonObject).map(([key, value]) => [
    key === 'state' ? 'province' : key,
    value,
  ]);
  return { ...user, address: Object.fromEntries(address) as JsonObject };
}

export function openDatabase(base: Base): Database {
  const changed: Record<Table, Map<string, ChangedRecord>> = {
    reservations: new Map(),
    users: new Map(),
  };

  function formatTable(table: Table): string {
    const texts = new Map(base.texts[table]);
    for (const [id, record] of changed[table]) texts.set(id, formatEntry(id, record));
    const isGrown = texts.size > base.texts[table].size;
    const entries = isGrown || !isSorted(table) ? [...texts].toSorted(compareIds) : [...texts];
    return `('${table}', ${formatTuple(entries.map(([, text]) => text))})`;
  }

  function isSorted(table: Table): boolean {
    let before = '';
    for (const id of base.texts[table].keys()) {
      if (id < before) return false;
      before = id;
    }
    return true;
  }

  return {
    flights: base.flights,
    find: (table, id) => changed[table].get(id) ?? base.tables[table].get(id),
    edit(table, id) {
      const known = changed[table].get(id);
      if (known) return known;
      const record = structuredClone(base.tables[table].get(id) ?? {}) as ChangedRecord;
      changed[table].set(id, record);
      return record;
    },
    digest: () =>
      base.begun
        .copy()
        .update(`${formatTable('reservations')}, ${formatTable('users')})`)
        .digest('hex'),
  };
}

function formatEntry(id: string, record: JsonValue): string {
  return formatTuple([quotePython(id), formatPythonTuples(record)]);
}

function compareIds([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}
