import { filesFor } from '../files/files-for.ts';
import type { Given, Unseal } from '../read/given.ts';
import type { Item } from '../wire/item.ts';
import { nonceOf, sealed, unsealed } from '../wire/sealed.ts';
import type { Service } from './service.ts';

/** What items only name, for the messages that are made of them. */
export async function givenFor(
  service: Service,
  principal: string,
  items: readonly Item[],
): Promise<Given> {
  const texts = new Map<string, string>();
  const unseal = await unsealFor(service, principal, items.some(isSealed));
  for (const item of items) {
    if (item.type !== 'compaction' && item.type !== 'reasoning') continue;
    const content = item.encrypted_content ?? '';
    const text = unseal(item.type, content);
    if (text !== undefined) texts.set(content, text);
  }
  return { files: await filesFor(service, principal, items), texts };
}

/** Whether an item has a text that its caller cannot read; the item is not checked. */
export function isSealed(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'encrypted_content' in item;
}

/** Opens contents of a principal. The key is looked up only where one is `needed`. */
export async function unsealFor(
  { runner }: Pick<Service, 'runner'>,
  principal: string,
  needed: boolean,
): Promise<Unseal> {
  if (!needed) return () => undefined;
  const stateKey = await runner.stateKey();
  return (kind, content) => unsealed(content, { stateKey, principal, kind });
}

/** Seals what the models of a principal thought; a text of an item always becomes the same. */
export async function sealFor(
  { runner }: Pick<Service, 'runner'>,
  principal: string,
): Promise<(id: string, text: string) => string> {
  const seal = { stateKey: await runner.stateKey(), principal, kind: 'reasoning' } as const;
  return (id, text) => sealed(text, seal, nonceOf(text, id, seal));
}
