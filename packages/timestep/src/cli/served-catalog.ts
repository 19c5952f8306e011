import { resolve } from 'node:path';
import type { Catalog, CatalogEntry } from '../catalog/index.ts';
import type { AgentPlaces } from '../page/index.ts';
import type { AgentAddress, Servable, Servables } from '../server/index.ts';
import { textOf, textsOf, type Option, type OptionValues, type Surroundings } from './command.ts';
import { CommandError, usage } from './command-error.ts';
import { namesAgents } from './callable-agents.ts';
import { delegationKeyIn } from './listen-options.ts';
import { agentNamed } from './person-agents.ts';
import { plainText } from './plain-text.ts';
import { folderReports, serverLines, openFolder } from './served-folder.ts';
import { withEnvironment } from './with-environment.ts';

/** The agents that a command serves, and where each comes from. */
export interface ServedSources {
  readonly agents: Servables;
  readonly sourceOf: (agentId: string) => string;
  /** The agent as `timestep run --agent` names it. */
  readonly specOf: (agentId: string) => string;
  /** Where agents can be made while they are served. */
  readonly places: AgentPlaces;
  readonly onError: (thrown: unknown) => void;
  /** Says on standard error which agents come and go, and what is wrong with them, from now on. */
  readonly report: (addresses: () => readonly AgentAddress[]) => void;
  close(): Promise<void>;
}

export const AGENT_OPTIONS: Readonly<Record<string, Option>> = {
  expose: {
    type: 'string',
    value: 'NAME',
    about: 'an agent that callers may ask; others are for agents here only (default all)',
    isRepeated: true,
  },
  'agent-scope': {
    type: 'string',
    value: 'NAME=SCOPE',
    about: 'a scope that tokens need for this agent beside --scope; as often as needed',
    isRepeated: true,
  },
  'agent-key': {
    type: 'string',
    value: 'NAME=KEY',
    about: 'what requests to that agent must bring instead; write NAME=${env:KEY}',
    isRepeated: true,
  },
};

/**
 * Opens what operands name: one path of one agent is read whole, and refused where it is wrong; of any
 * other, what cannot be used is reported, and comes when it can. Throws `CommandError`.
 */
export async function openServed(
  operands: readonly string[],
  values: OptionValues,
  { env, complain }: Pick<Surroundings, 'env' | 'complain'>,
): Promise<ServedSources> {
  const given = await Promise.all(operands.map((operand) => agentNamed(operand, env)));
  const model = textOf(values, 'model');
  const terms = termsIn(values, env);
  const [first, ...others] = given;
  const isAlone = first !== undefined && others.length === 0 && (await isOneAgent(first.source));
  if (isAlone && !(await namesAgents([first.source]))) {
    return servedFolder(first.source, model, terms, { complain, env });
  }
  const { openCatalog } = await import('../catalog/index.ts');
  const { load, onLoaded, onError } = await folderReports(
    model,
    { complain, env },
    serverLines(complain),
  );
  const delegationKey = delegationKeyIn(env);
  const catalog = await openCatalog(given, {
    load,
    onLoaded,
    ...(delegationKey !== undefined && { delegationKey }),
  });
  try {
    const problems = createProblems(catalog, complain);
    problems.tell();
    const names = catalog.list().map(({ agentId }) => agentId);
    const isUsable = ({ health, isExposed }: CatalogEntry): boolean =>
      health.state === 'ok' && isExposed !== false;
    if (!catalog.list().some(isUsable)) {
      throw new CommandError('no-agents', 'there is no agent to serve: mend what is said above');
    }
    refuseUnknown(terms, names);
    return {
      agents: withTerms(catalog.servables, terms),
      sourceOf: (agentId) => catalog.find(agentId)?.source ?? '',
      specOf: (agentId) => specOfSource(catalog.find(agentId)?.source ?? ''),
      places: await placesOf(catalog, given),
      onError,
      report(addresses) {
        const byId = () => new Map(addresses().map(({ agentId, url }) => [agentId, url]));
        let before = byId();
        catalog.watch(() => {
          problems.tell();
          const now = byId();
          for (const [id, url] of now) {
            if (!before.has(id)) complain(`timestep: serves ${id} at ${url}\n`);
          }
          for (const id of before.keys()) {
            if (!now.has(id)) complain(`timestep: ${id} is gone\n`);
          }
          before = now;
        });
      },
      close: () => catalog.close(),
    };
  } catch (thrown) {
    await catalog.close();
    throw thrown;
  }
}

/** Agents are made in folders that hold several. */
async function placesOf(
  catalog: Catalog,
  given: readonly { readonly source: string }[],
): Promise<AgentPlaces> {
  const alone = await Promise.all(given.map(({ source }) => isOneAgent(source)));
  const folders = given.flatMap(({ source }, at) =>
    alone[at] === true || /^https?:/i.test(source) ? [] : [resolve(source)],
  );
  return {
    folders,
    pathOf(agentId) {
      const entry = catalog.find(agentId);
      return entry?.kind === 'path' ? entry.source : undefined;
    },
    async found(path) {
      await catalog.refresh();
      return catalog.find(path)?.agentId;
    },
  };
}

async function isOneAgent(source: string): Promise<boolean> {
  const { isAddress } = await import('../catalog/index.ts');
  if (isAddress(source)) return false;
  const { findAgents } = await import('../folder/index.ts');
  return findAgents(source).kind !== 'agents';
}

function specOfSource(source: string): string {
  return /^https?:/i.test(source) ? `a2a:${source}` : `folder:${source}`;
}

async function servedFolder(
  path: string,
  model: string | undefined,
  terms: Terms,
  around: Pick<Surroundings, 'complain' | 'env'>,
): Promise<ServedSources> {
  const { createServables } = await import('../server/index.ts');
  const { findAgents } = await import('../folder/index.ts');
  const folder = await openFolder(path, model, around);
  const { agent, definition, onError } = folder;
  try {
    refuseUnknown(terms, [agent.agentId]);
  } catch (thrown) {
    await folder.close();
    throw thrown;
  }
  return {
    agents: withTerms(createServables([agent]), terms),
    sourceOf: () => definition.folder.path,
    // The folder of an agent that is a file may hold others.
    specOf: () => specOfSource(findAgents(path).paths[0] ?? path),
    places: { folders: [], pathOf: () => undefined, found: async () => undefined },
    onError,
    report: () => undefined,
    close: () => folder.close(),
  };
}

/** Says what is wrong with agents, each time it is something else. */
export function createProblems(
  catalog: Catalog,
  complain: (text: string) => void,
  isTold: (entry: CatalogEntry) => boolean = () => true,
): { readonly tell: () => void } {
  let told = new Map<string, string>();
  return {
    tell() {
      const now = new Map<string, string>();
      for (const { source, health } of catalog.list().filter(isTold)) {
        if (health.why === undefined) continue;
        now.set(source, health.why);
        if (told.get(source) === health.why) continue;
        complain(`timestep: ${health.state}: ${plainText(health.why)}\n`);
      }
      told = now;
    },
  };
}

/** On what terms agents are served. */
interface Terms {
  /** Absent: all of them. */
  readonly exposed?: ReadonlySet<string>;
  readonly keys: ReadonlyMap<string, string>;
  readonly scopes: ReadonlyMap<string, readonly string[]>;
}

function termsIn(values: OptionValues, env: Surroundings['env']): Terms {
  const exposed = textsOf(values, 'expose');
  const keys = textsOf(values, 'agent-key').map((given): [string, string] => {
    const at = given.indexOf('=');
    const key = withEnvironment(given.slice(at + 1), env).trim();
    // A text without a name may be a key, so the message does not show it.
    if (at <= 0 || key === '') throw usage('--agent-key: write NAME=${env:KEY}');
    return [given.slice(0, at), key];
  });
  const scopes = new Map<string, readonly string[]>();
  for (const given of textsOf(values, 'agent-scope')) {
    const at = given.indexOf('=');
    const [name, scope] = [given.slice(0, at), given.slice(at + 1).trim()];
    if (at <= 0 || scope === '') throw usage(`--agent-scope "${given}": write NAME=SCOPE`);
    scopes.set(name, [...(scopes.get(name) ?? []), scope]);
  }
  if (scopes.size > 0 && textOf(values, 'issuer') === undefined) {
    throw usage('--agent-scope is about tokens: name who makes them with --issuer');
  }
  return { keys: new Map(keys), scopes, ...(exposed.length > 0 && { exposed: new Set(exposed) }) };
}

function refuseUnknown({ exposed, keys, scopes }: Terms, names: readonly string[]): void {
  const given = [
    ...[...(exposed ?? [])].map((name) => ['--expose', name] as const),
    ...[...keys.keys()].map((name) => ['--agent-key', name] as const),
    ...[...scopes.keys()].map((name) => ['--agent-scope', name] as const),
  ];
  const wrong = given.find(([, name]) => !names.includes(name));
  if (!wrong) return;
  throw usage(`${wrong[0]} "${wrong[1]}" names no agent: it is one of ${names.join(', ')}`);
}

function withTerms(servables: Servables, terms: Terms): Servables {
  const { exposed, keys, scopes } = terms;
  if (!exposed && keys.size + scopes.size === 0) return servables;
  const known = new WeakMap<Servable, Servable>();
  const under = (servable: Servable): Servable => {
    const before = known.get(servable);
    if (before) return before;
    const { agentId } = servable;
    const key = keys.get(agentId);
    const wanted = scopes.get(agentId);
    // All else is as the agent has it, now and later.
    const made = Object.create(servable, {
      isExposed: { get: () => exposed?.has(agentId) ?? servable.isExposed },
      ...(key !== undefined && { apiKeys: { value: { [key]: 'api-key' } } }),
      ...(wanted && { scopes: { value: wanted } }),
    }) as Servable;
    known.set(servable, made);
    return made;
  };
  let from: readonly Servable[] | undefined;
  let listed: readonly Servable[] = [];
  return {
    list() {
      const all = servables.list();
      if (all !== from) listed = all.map(under);
      from = all;
      return listed;
    },
    get(agentId) {
      const servable = servables.get(agentId);
      return servable && under(servable);
    },
    watch: (onChange) => servables.watch(onChange),
  };
}
