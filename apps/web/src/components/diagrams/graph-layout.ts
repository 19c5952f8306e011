interface PlacedBox {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** An arrow with its position: `path` is an SVG path, and `middle` the position of the label. */
export interface PlacedArrow {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly middle: readonly [x: number, y: number];
}

type Arrow = Pick<PlacedArrow, 'from' | 'to'>;

export const BOX = { width: 168, height: 36 } as const;

/** Gaps in pixels between rows, between columns, and around the graph. */
const GAP = { rows: 20, columns: 88, edge: 24 } as const;
/** Maximum number of boxes per column; a longer layer continues in another column. */
const MAX_ROWS = 12;
const SWEEPS = 4;

export type GraphLayout = ReturnType<typeof layOutGraph>;

/** Lays out callers to the left of their callees. In a cycle, one arrow points back. */
export function layOutGraph(ids: readonly string[], arrows: readonly Arrow[]) {
  const known = new Set(ids);
  const used = arrows.filter(({ from, to }) => known.has(from) && known.has(to));
  const columns = orderBoxesByConnections(assignLayers(ids, used), used).flatMap(splitIntoColumns);
  const most = Math.max(0, ...columns.map(({ length }) => length));
  const boxes = columns.flatMap((column, index) =>
    column.map((id, row) => ({
      id,
      x: GAP.edge + index * (BOX.width + GAP.columns),
      y: GAP.edge + (row + (most - column.length) / 2) * (BOX.height + GAP.rows),
    })),
  );
  const byId = new Map(boxes.map((box) => [box.id, box]));
  return {
    width: 2 * GAP.edge + computeTotalLength(columns.length, BOX.width, GAP.columns),
    height: 2 * GAP.edge + computeTotalLength(most, BOX.height, GAP.rows),
    boxes,
    arrows: used.flatMap(({ from, to }): PlacedArrow[] => {
      const [one, other] = [byId.get(from), byId.get(to)];
      return one && other ? [{ from, to, ...routeArrow(one, other) }] : [];
    }),
  };
}

function computeTotalLength(count: number, size: number, gap: number): number {
  return count === 0 ? 0 : count * size + (count - 1) * gap;
}

function assignLayers(ids: readonly string[], arrows: readonly Arrow[]): string[][] {
  const positions = new Map(sortCallersFirst(ids, arrows).map((id, index) => [id, index]));
  const getPosition = (id: string): number => positions.get(id) ?? 0;
  const leading = Map.groupBy(
    arrows.filter(({ from, to }) => getPosition(from) < getPosition(to)),
    ({ from }) => from,
  );
  const depths = new Map<string, number>();
  const layers: string[][] = [];
  for (const id of positions.keys()) {
    const depth = depths.get(id) ?? 0;
    (layers[depth] ??= []).push(id);
    for (const { to } of leading.get(id) ?? [])
      depths.set(to, Math.max(depths.get(to) ?? 0, depth + 1));
  }
  return layers;
}

/** Sorts agents so that callers come first. In a cycle, the first remaining agent comes first. */
function sortCallersFirst(ids: readonly string[], arrows: readonly Arrow[]): readonly string[] {
  const leading = Map.groupBy(arrows, ({ from }) => from);
  const left = new Map(ids.map((id) => [id, 0]));
  for (const { from, to } of arrows) if (from !== to) left.set(to, (left.get(to) ?? 0) + 1);
  const free = ids.filter((id) => left.get(id) === 0);
  const order = new Set<string>();
  const rest = [...ids];
  let at = 0;
  while (order.size < ids.length) {
    let next = free.shift();
    while (next === undefined || order.has(next)) {
      next = rest[at];
      at += 1;
      if (next === undefined) return [...order];
    }
    order.add(next);
    for (const { to } of leading.get(next) ?? []) {
      const count = (left.get(to) ?? 0) - 1;
      left.set(to, count);
      if (count === 0) free.push(to);
    }
  }
  return [...order];
}

/** Orders the boxes of each layer so that connected boxes are close to each other. */
function orderBoxesByConnections(
  layers: readonly (readonly string[])[],
  arrows: readonly Arrow[],
): string[][] {
  const near = new Map<string, string[]>();
  for (const { from, to } of arrows) {
    near.set(from, [...(near.get(from) ?? []), to]);
    near.set(to, [...(near.get(to) ?? []), from]);
  }
  let now = layers.map((layer) => [...layer]);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const heights = new Map(
      now.flatMap((layer) => layer.map((id, row) => [id, row - layer.length / 2] as const)),
    );
    const computeRow = (id: string): number => {
      const all = (near.get(id) ?? []).map((other) => heights.get(other) ?? 0);
      const own = heights.get(id) ?? 0;
      return all.length === 0 ? own : all.reduce((sum, one) => sum + one, 0) / all.length;
    };
    now = now.map((layer) => layer.toSorted((one, other) => computeRow(one) - computeRow(other)));
  }
  return now;
}

function splitIntoColumns(layer: readonly string[]): string[][] {
  const count = Math.ceil(layer.length / MAX_ROWS);
  const rows = Math.ceil(layer.length / count);
  return Array.from({ length: count }, (_, at) => layer.slice(at * rows, (at + 1) * rows));
}

function routeArrow(from: PlacedBox, to: PlacedBox): Pick<PlacedArrow, 'path' | 'middle'> {
  const isBack = to.x <= from.x;
  const half = BOX.height / 2;
  // An arrow that points back is drawn as an arc above both boxes.
  const [startX, startY] = isBack
    ? [from.x + BOX.width / 2, from.y]
    : [from.x + BOX.width, from.y + half];
  const [endX, endY] = isBack
    ? [to.x + BOX.width / (from === to ? 4 : 2), to.y]
    : [to.x, to.y + half];
  const bow = isBack ? GAP.edge : (endX - startX) / 2;
  const [first, second] = isBack
    ? [`${startX} ${startY - bow}`, `${endX} ${endY - bow}`]
    : [`${startX + bow} ${startY}`, `${endX - bow} ${endY}`];
  return {
    path: `M ${startX} ${startY} C ${first}, ${second}, ${endX} ${endY}`,
    middle: [(startX + endX) / 2, (startY + endY) / 2 - (isBack ? bow * 0.75 : 0)],
  };
}
