/**
 * Creates a parser of server-sent events that accepts text in arbitrary pieces and returns the data
 * of each complete event. Comments are ignored.
 */
export function createSseParser(): (piece: string) => string[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = block.split('\n').filter((line) => line.startsWith('data:'));
      return lines.length === 0 ? [] : [lines.map((line) => line.slice(5).trimStart()).join('\n')];
    });
  };
}
