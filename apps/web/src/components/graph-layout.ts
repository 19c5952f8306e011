/** A box of a graph, with its place in pixels. */
interface PlacedBox {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** An arrow of a graph: a path of SVG, and where its middle is. */
export interface PlacedArrow {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly middle: readonly [x: number, y: number];
}

/** A graph that is laid out. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
}

interface Arrow {
  readonly from: string;
  readonly to: string;
}

export const BOX = { width: 168, height: 36 } as const;

/** Between boxes above each other, between columns, and around everything. */
const GAP = { rows: 20, columns: 88, edge: 24 } as const;
/** A longer layer continues in a column beside. */
const MOST_ROWS = 12;
const SWEEPS = 4;

/**
 * Lays a graph out in layers from left to right: a caller stands before those that it calls. Of a
 * cycle one arrow leads back. The same graph has the same layout.
 */
export function graphLayout(ids: readonly string[], arrows: readonly Arrow[]): GraphLayout {
  const known = new Set(ids);
  const used = arrows.filter(({ from, to }) => known.has(from) && known.has(to));
  const columns = ordered(layersOf(ids, used), used).flatMap(inColumns);
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
    width: 2 * GAP.edge + spread(columns.length, BOX.width, GAP.columns),
    height: 2 * GAP.edge + spread(most, BOX.height, GAP.rows),
    boxes,
    arrows: used.flatMap(({ from, to }): PlacedArrow[] => {
      const [one, other] = [byId.get(from), byId.get(to)];
      return one && other ? [{ from, to, ...arrowBetween(one, other) }] : [];
    }),
  };
}

function spread(count: number, size: number, gap: number): number {
  return count === 0 ? 0 : count * size + (count - 1) * gap;
}

/** The layer of each box is the one after the last of those that lead to it. */
function layersOf(ids: readonly string[], arrows: readonly Arrow[]): string[][] {
  const place = new Map(inOrder(ids, arrows).map((id, index) => [id, index]));
  const placeOf = (id: string): number => place.get(id) ?? 0;
  const leading = byCaller(arrows.filter(({ from, to }) => placeOf(from) < placeOf(to)));
  const depths = new Map<string, number>();
  const layers: string[][] = [];
  for (const id of place.keys()) {
    const depth = depths.get(id) ?? 0;
    (layers[depth] ??= []).push(id);
    for (const { to } of leading.get(id) ?? [])
      depths.set(to, Math.max(depths.get(to) ?? 0, depth + 1));
  }
  return layers;
}

/** Callers before those that they call; where all that are left wait for each other, the first one goes first. */
function inOrder(ids: readonly string[], arrows: readonly Arrow[]): readonly string[] {
  const leading = byCaller(arrows);
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

/** Each layer in an order that brings boxes near to those that they are joined to. */
function ordered(layers: readonly (readonly string[])[], arrows: readonly Arrow[]): string[][] {
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
    const wanted = (id: string): number => {
      const all = (near.get(id) ?? []).map((other) => heights.get(other) ?? 0);
      const own = heights.get(id) ?? 0;
      return all.length === 0 ? own : all.reduce((sum, one) => sum + one, 0) / all.length;
    };
    now = now.map((layer) => layer.toSorted((one, other) => wanted(one) - wanted(other)));
  }
  return now;
}

function inColumns(layer: readonly string[]): string[][] {
  const count = Math.ceil(layer.length / MOST_ROWS);
  const rows = Math.ceil(layer.length / count);
  return Array.from({ length: count }, (_, at) => layer.slice(at * rows, (at + 1) * rows));
}

function arrowBetween(from: PlacedBox, to: PlacedBox): Pick<PlacedArrow, 'path' | 'middle'> {
  const isBack = to.x <= from.x;
  const half = BOX.height / 2;
  // An arrow that leads back is a bow above both.
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

function byCaller(arrows: readonly Arrow[]): ReadonlyMap<string, Arrow[]> {
  const groups = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    const group = groups.get(arrow.from);
    if (group) group.push(arrow);
    else groups.set(arrow.from, [arrow]);
  }
  return groups;
}
