import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { ItemLine, ItemKind } from '../../chat/index.ts';
import { limitsFrom, maskOf, type Limits } from '../../core/index.ts';
import type { AgentFn, ServedAgent, ToolEnvironment } from '../../port/index.ts';
import { usage } from '../command-error.ts';
import { plainText } from '../plain-text.ts';

/** The agent of a conversation: of a folder, of a script, or behind an address. */
export interface ChatAgent {
  readonly served: ServedAgent;
  /** What is known of it, for people. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly model: () => string | undefined;
  /** Lets another model answer from the next call on. Throws where there is no such model. */
  readonly choose?: (model: string) => void;
  /** Rules, references and skills of a folder; tools are asked of the environment. */
  readonly items: (kind: ItemKind) => Promise<readonly ItemLine[]>;
  readonly onError: (thrown: unknown) => void;
  close(): Promise<void>;
}

/** An hour of work for each message: a person is there to stop it. */
const LIMITS: Limits = { max_steps: 30, time_limit_s: 3600 };

/** Opens what a command line names. Throws errors that say what to do. */
export async function openChatAgent(
  named: string,
  model: string | undefined,
  complain: (text: string) => void,
): Promise<ChatAgent> {
  if (/^https?:/i.test(named)) return agentAt(named, complain);
  const found = statSync(named, { throwIfNoEntry: false });
  if (found?.isFile()) return scriptIn(named, model, complain);
  return agentOfFolder(named, model, complain);
}

async function agentOfFolder(
  path: string,
  model: string | undefined,
  complain: (text: string) => void,
): Promise<ChatAgent> {
  const { leftOutText, loadAgentFolder } = await import('../../folder/index.ts');
  const definition = loadAgentFolder(path, {
    ...(model !== undefined && { model }),
    onLeftOut: (leftOut) => complain(`timestep: left out: ${plainText(leftOutText(leftOut))}\n`),
  });
  const { folder, agentId: name, limits, environments, skills } = definition;
  let answers: AgentFn = definition.model;
  let chosen = model ?? folder.settings.model;
  const mask = maskOf(folder.servers.flatMap(({ secrets }) => secrets));
  const notes = { rule: folder.rules, reference: folder.references } as const;
  const environment = environments.default;
  return {
    served: {
      name,
      agent: (messages, context) => answers(messages, context),
      toolSite: 'server',
      limits: limitsFrom(limits, LIMITS),
      environment: () => environment,
    },
    facts: [
      ['name', definition.name],
      ['description', definition.description],
      ['folder', folder.path],
      ['mode', folder.mode],
    ],
    model: () => chosen,
    choose(next) {
      answers = loadAgentFolder(path, { model: next }).model;
      chosen = next;
    },
    async items(kind) {
      if (kind === 'tool') return toolsOf(environment);
      if (kind === 'skill') {
        return skills.map(({ id, description }) => ({ name: id, description, isIncluded: true }));
      }
      return notes[kind].map((note) => ({
        name: note.name,
        ...(note.description !== undefined && { description: note.description }),
        isIncluded: true,
      }));
    },
    onError: complainer(complain, mask),
    close: () => definition.close(),
  };
}

async function toolsOf(environment: ToolEnvironment): Promise<readonly ItemLine[]> {
  return (await environment.listTools(new AbortController().signal)).map((tool) => ({
    name: tool.function.name,
    ...(tool.function.description !== undefined && { description: tool.function.description }),
    isIncluded: true,
    needsApproval: tool.needsApproval ?? false,
  }));
}

async function scriptIn(
  file: string,
  model: string | undefined,
  complain: (text: string) => void,
): Promise<ChatAgent> {
  if (model !== undefined) throw usage('--model goes with a folder: a script needs no model');
  if (!file.endsWith('.json')) {
    throw usage(`"${file}" is not an agent: give a folder, a script in JSON, or an address`);
  }
  const { loadScript, scriptedAgent } = await import('../../model/index.ts');
  const { functionEnvironment, DEFAULT_TOOLS } = await import('../../environment/index.ts');
  const script = await loadScript(file);
  const environment = functionEnvironment(DEFAULT_TOOLS);
  const name = script.name ?? basename(file, '.json');
  return {
    served: {
      name,
      agent: scriptedAgent(script),
      toolSite: 'server',
      limits: LIMITS,
      environment: () => environment,
    },
    facts: [
      ['name', name],
      ['script', file],
    ],
    model: () => undefined,
    items: async (kind) => (kind === 'tool' ? toolsOf(environment) : []),
    onError: complainer(complain, String),
    close: () => Promise.resolve(),
  };
}

async function agentAt(url: string, complain: (text: string) => void): Promise<ChatAgent> {
  const { a2aAgent } = await import('../../a2a/index.ts');
  const { functionEnvironment } = await import('../../environment/index.ts');
  const environment = functionEnvironment({});
  return {
    served: {
      name: url,
      agent: a2aAgent(url),
      toolSite: 'server',
      limits: LIMITS,
      environment: () => environment,
    },
    facts: [['address', url]],
    model: () => undefined,
    items: () => Promise.resolve([]),
    onError: complainer(complain, String),
    close: () => Promise.resolve(),
  };
}

function complainer(
  complain: (text: string) => void,
  mask: (text: string) => string,
): (thrown: unknown) => void {
  return (thrown) => {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    complain(`timestep: ${plainText(mask(said))}\n`);
  };
}
