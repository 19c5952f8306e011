import { filesFor } from '../files/files-for.ts';
import type { Given, Unseal } from '../read/given.ts';
import type { Item } from '../wire/item.ts';
import { unsealed } from '../wire/sealed.ts';
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
    if (item.type !== 'compaction') continue;
    const text = unseal(item.type, item.encrypted_content);
    if (text !== undefined) texts.set(item.encrypted_content, text);
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
