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

/**
 * Lays out callers to the left of their callees. In a cycle, one arrow points back. An arrow over several
 * columns passes between the boxes of the columns on its way.
 */
export function layOutGraph(ids: readonly string[], arrows: readonly Arrow[]) {
  const known = new Set(ids);
  const used = arrows.filter(({ from, to }) => known.has(from) && known.has(to));
  const ordered = orderBoxesByConnections(assignLayers(ids, used), used);
  const columns = insertLanes(ordered.flatMap(splitIntoColumns), used);
  const heights = columns.map(computeColumnHeight);
  const highest = Math.max(0, ...heights);
  const byId = new Map<string, PlacedBox>();
  const lanes = new Map<string, number>();
  columns.forEach((column, index) => {
    let y = GAP.edge + (highest - (heights[index] ?? 0)) / 2;
    const x = GAP.edge + index * (BOX.width + GAP.columns);
    for (const [row, item] of column.entries()) {
      const { id, isLane } = item;
      if (isLane) lanes.set(createLaneKey(id, x), y + LANE_HEIGHT / 2);
      else byId.set(id, { id, x, y });
      y += (isLane ? LANE_HEIGHT : BOX.height) + getGap(item, column[row + 1]);
    }
  });
  return {
    width: 2 * GAP.edge + computeTotalLength(columns.length, BOX.width, GAP.columns),
    height: 2 * GAP.edge + highest,
    boxes: [...byId.values()],
    arrows: used.flatMap(({ from, to }): PlacedArrow[] => {
      const [one, other] = [byId.get(from), byId.get(to)];
      return one && other ? [{ from, to, ...routeArrow(one, other, lanes) }] : [];
    }),
  };
}

/** Height of the gap through which arrows pass a column. */
const LANE_HEIGHT = 4;

/** A box in a column, or a lane through which the arrows of the box `id` pass the column. */
interface ColumnItem {
  readonly id: string;
  readonly isLane: boolean;
}

function createLaneKey(from: string, x: number): string {
  return `${x} ${from}`;
}

/**
 * Adds a lane to each column that arrows pass. Arrows from the same box share their lanes, so that their
 * number grows with the boxes and not with the arrows.
 */
function insertLanes(
  columns: readonly (readonly string[])[],
  arrows: readonly Arrow[],
): ColumnItem[][] {
  const places = new Map(
    columns.flatMap((column, index) =>
      column.map((id, row) => [id, { column: index, row: row - (column.length - 1) / 2 }] as const),
    ),
  );
  /** For each column, the rows at the ends of the arrows that pass, by the box from which they come. */
  const passing = columns.map(() => new Map<string, number[]>());
  for (const { from, to } of arrows) {
    const [one, other] = [places.get(from), places.get(to)];
    if (!one || !other) continue;
    const first = Math.min(one.column, other.column) + 1;
    for (const rows of passing.slice(first, Math.max(one.column, other.column)))
      rows.set(from, [...(rows.get(from) ?? []), one.row, other.row]);
  }
  return columns.map((column, index) => {
    const boxes = column.map((id) => ({ id, isLane: false, row: places.get(id)?.row ?? 0 }));
    const lanes = [...(passing[index] ?? [])].map(([id, rows]) => {
      return { id, isLane: true, row: rows.reduce((sum, row) => sum + row, 0) / rows.length };
    });
    return [...boxes, ...lanes].toSorted((one, other) => one.row - other.row);
  });
}

function computeColumnHeight(column: readonly ColumnItem[]): number {
  return column.reduce((height, item, row) => {
    const own = item.isLane ? LANE_HEIGHT : BOX.height;
    return height + own + getGap(item, column[row + 1]);
  }, 0);
}

/** Returns the gap below an item of a column; 0 below the last. */
function getGap(item: ColumnItem, next: ColumnItem | undefined): number {
  if (!next) return 0;
  if (item.isLane && next.isLane) return GAP.rows / 4;
  return item.isLane || next.isLane ? GAP.rows / 2 : GAP.rows;
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

/** Vertical distance of arrows from the middle of a box, so that opposite arrows do not cover each other. */
const ASIDE = 5;

function routeArrow(
  from: PlacedBox,
  to: PlacedBox,
  lanes: ReadonlyMap<string, number>,
): Pick<PlacedArrow, 'path' | 'middle'> {
  if (from === to) return routeArrowToSelf(from);
  if (from.x === to.x) return routeArrowInColumn(from, to);
  const way = from.x < to.x ? 1 : -1;
  const middle = BOX.height / 2 - way * ASIDE;
  const step = way * (BOX.width + GAP.columns);
  const far = way * BOX.width;
  const isForward = way === 1;
  let x = from.x + (isForward ? BOX.width : 0);
  let y = from.y + middle;
  let path = `M ${x} ${y}`;
  const curveTo = (endY: number): void => {
    const bow = (way * GAP.columns) / 2;
    path += ` C ${x + bow} ${y}, ${x + bow} ${endY}, ${x + 2 * bow} ${endY}`;
    x += 2 * bow;
    y = endY;
  };
  for (let column = from.x + step; column !== to.x; column += step) {
    curveTo(lanes.get(createLaneKey(from.id, column)) ?? y);
    x += far;
    path += ` H ${x}`;
  }
  const [lastX, lastY] = [x, y];
  curveTo(to.y + middle);
  return { path, middle: [(lastX + x) / 2, (lastY + y) / 2] };
}

/** Routes an arrow between two boxes of a column through the space to the left of the column. */
function routeArrowInColumn(from: PlacedBox, to: PlacedBox): Pick<PlacedArrow, 'path' | 'middle'> {
  const { x } = from;
  const [startY, endY] = [from.y + BOX.height / 2, to.y + BOX.height / 2];
  const bow = x - GAP.edge;
  return {
    path: `M ${x} ${startY} C ${bow} ${startY}, ${bow} ${endY}, ${x} ${endY}`,
    middle: [x - GAP.edge / 2, (startY + endY) / 2],
  };
}

/** Routes an arrow from a box to itself as an arc above the box. */
function routeArrowToSelf({ x, y }: PlacedBox): Pick<PlacedArrow, 'path' | 'middle'> {
  const [start, end] = [x + BOX.width / 2, x + BOX.width / 4];
  const top = y - GAP.edge;
  return {
    path: `M ${start} ${y} C ${start} ${top}, ${end} ${top}, ${end} ${y}`,
    middle: [(start + end) / 2, y - GAP.edge * 0.75],
  };
}
