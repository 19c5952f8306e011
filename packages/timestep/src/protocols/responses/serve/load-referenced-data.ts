import { loadExistingReferencedFiles } from '../files/referenced-files.ts';
import type { ReferencedData, Unseal } from '../read/referenced-data.ts';
import type { Item } from '../wire/response-item.ts';
import { deriveNonce, encryptContent, decryptContent } from '../wire/encrypted-content.ts';
import type { ResponsesService } from './responses-service.ts';

export async function loadReferencedData(
  service: ResponsesService,
  principal: string,
  items: readonly Item[],
): Promise<ReferencedData> {
  const texts = new Map<string, string>();
  const unseal = await createDecryptor(service, principal, items.some(hasEncryptedContent));
  for (const item of items) {
    if (item.type !== 'compaction' && item.type !== 'reasoning') continue;
    const content = item.encrypted_content ?? '';
    const text = unseal(item.type, content);
    if (text !== undefined) texts.set(content, text);
  }
  return { files: await loadExistingReferencedFiles(service, principal, items), texts };
}

export function hasEncryptedContent(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'encrypted_content' in item;
}

/** Creates a decryptor. The encryption key is loaded only if `needed`. */
export async function createDecryptor(
  { runner }: Pick<ResponsesService, 'runner'>,
  principal: string,
  needed: boolean,
): Promise<Unseal> {
  if (!needed) return () => undefined;
  const stateKey = await runner.getStateKey();
  return (kind, content) => decryptContent(content, { stateKey, principal, kind });
}

/** Creates an encryptor. The same text of the same item always gives the same result. */
export async function createEncryptor(
  { runner }: Pick<ResponsesService, 'runner'>,
  principal: string,
): Promise<(id: string, text: string) => string> {
  const seal = { stateKey: await runner.getStateKey(), principal, kind: 'reasoning' } as const;
  return (id, text) => encryptContent(text, seal, deriveNonce(text, id, seal));
}
