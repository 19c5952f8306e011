export function joinFieldPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

export function getParentFieldPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')));
}

export function formatFieldPath(path: readonly (string | number)[], parent = ''): string {
  return path.reduce<string>(
    (field, part) => (typeof part === 'number' ? `${field}[${part}]` : joinFieldPath(field, part)),
    parent,
  );
}
