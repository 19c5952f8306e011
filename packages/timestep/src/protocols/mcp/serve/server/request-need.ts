export interface RequestNeed {
  readonly tools: 'all' | 'none' | { readonly named: string };
  readonly prompts: boolean;
  readonly resources: boolean;
}

export const EVERYTHING: RequestNeed = {
  tools: 'all',
  prompts: true,
  resources: true,
};

const NOTHING: RequestNeed = { tools: 'none', prompts: false, resources: false };

/**
 * Returns which part of an environment a request needs, so that its cost does not grow with the number of tools.
 */
export function getNeededParts(method: string | null, name: string | null): RequestNeed {
  switch (method) {
    case 'tools/call':
      return name === null ? EVERYTHING : { ...NOTHING, tools: { named: name } };
    case 'tools/list':
      return { ...NOTHING, tools: 'all' };
    case 'prompts/get':
    case 'prompts/list':
      return { ...NOTHING, prompts: true };
    case 'resources/read':
    case 'resources/list':
    case 'resources/templates/list':
      return { ...NOTHING, resources: true };
    case 'completion/complete':
      return { tools: 'none', prompts: true, resources: true };
    case 'tasks/get':
    case 'tasks/update':
    case 'tasks/cancel':
      return NOTHING;
    default:
      return EVERYTHING;
  }
}
