import type { ToolLocation } from '@timestep-ai/timestep';
import { BEHAVIOURS } from './behaviours.ts';
import { DOORS, SITES, type Behaviour, type Door, type Expected, type Setup } from './setup.ts';

/** A row of the table: the action, the protocol, the tool site, and the expected observations. */
export interface Row extends Setup {
  readonly name: string;
  readonly door: Door;
  readonly site: ToolLocation;
  readonly expected: Expected;
  readonly inMemory?: Expected;
  readonly broken: Partial<Setup>;
}

export const ROWS: readonly Row[] = BEHAVIOURS.flatMap((behaviour) =>
  DOORS.flatMap((door) => SITES.map((site) => rowOf(behaviour, door, site))),
);

function rowOf(behaviour: Behaviour, door: Door, site: ToolLocation): Row {
  const { exceptions = [], name, ...rest } = behaviour;
  const exception = exceptions.find(
    ({ doors = DOORS, sites = SITES }) => doors.includes(door) && sites.includes(site),
  );
  const remark = exception ? `: ${exception.why}` : '';
  return {
    ...rest,
    ...exception?.setup,
    ...(exception && { expected: exception.expected }),
    name: `${name}, ${door}, tool site ${site}${remark}`,
    door,
    site,
  };
}
