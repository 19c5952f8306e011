/** Reads the data of server-sent events from pieces of text that end anywhere; comments are left out. */
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
