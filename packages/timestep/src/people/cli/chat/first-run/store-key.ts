import { omitUndefined } from '#core';

/** Characters of API keys. Others would need quotes in a `.env` file. */
const KEY = /^[\w.+/=:~-]+$/;

export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** Returns the text of a `.env` file with these variables. A line of the same name is replaced. */
export function setVariablesInEnvText(
  text: string,
  variables: Readonly<Record<string, string>>,
): string {
  let lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  for (const [name, value] of Object.entries(variables)) {
    const isSame = (line: string): boolean =>
      line
        .replace(/^\s*(?:export\s+)?/, '')
        .split('=', 1)[0]
        ?.trim() === name;
    const line = `${name}=${value}`;
    lines = lines.some(isSame) ? lines.map((one) => (isSame(one) ? line : one)) : [...lines, line];
  }
  return `${lines.join('\n')}\n`;
}

/** Stores variables in the `.env` file of an agent's folder, which only its owner can read if it is new. */
export async function storeVariables(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const { fileStorage, VARIABLES } = await import('#agents/folder');
  const storage = fileStorage(folder);
  const file = await storage.read(VARIABLES);
  const text = file === undefined ? '' : Buffer.from(file.contents).toString();
  const contents = Buffer.from(setVariablesInEnvText(text, variables));
  await storage.write(VARIABLES, contents, {
    mode: 0o600,
    ...omitUndefined({ version: file?.version }),
  });
}
