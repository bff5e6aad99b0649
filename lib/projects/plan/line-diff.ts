export type DiffLine = { kind: "same" | "added" | "removed" | "skipped"; text: string };

const AROUND = 1;
// Beyond this, finding the shortest difference costs more than it tells.
const MOST_CELLS = 250_000;
const LONGEST_LINE = 400;
const MOST_LINES = 200;

/** How one text becomes another, line by line: what changes, a line around it, and how much is left out between. */
export function lineDiff(before: string, after: string): DiffLine[] {
  return shortened(wholeDiff(before.split("\n"), after.split("\n")));
}

/** Every line of both: dropping `added` gives the one, dropping `removed` the other. */
export function wholeDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - head;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const [gone, come] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return [
    ...lines("same", before.slice(0, head)),
    ...(gone.length * come.length > MOST_CELLS
      ? [...lines("removed", gone), ...lines("added", come)]
      : middle(gone, come)),
    ...lines("same", before.slice(before.length - tail)),
  ];
}

/** By the longest common subsequence of the lines. */
function middle(gone: readonly string[], come: readonly string[]): DiffLine[] {
  const width = come.length + 1;
  const common = new Uint32Array((gone.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = gone.length - 1; row >= 0; row--) {
    for (let column = come.length - 1; column >= 0; column--) {
      common[row * width + column] =
        gone[row] === come[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const found: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < gone.length && column < come.length) {
    if (gone[row] === come[column]) {
      found.push({ kind: "same", text: gone[row] ?? "" });
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      found.push({ kind: "removed", text: gone[row++] ?? "" });
    } else {
      found.push({ kind: "added", text: come[column++] ?? "" });
    }
  }
  return [...found, ...lines("removed", gone.slice(row)), ...lines("added", come.slice(column))];
}

function shortened(whole: readonly DiffLine[]): DiffLine[] {
  const isNear = whole.map((_, at) =>
    whole.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same"),
  );
  const short: DiffLine[] = [];
  for (let at = 0; at < whole.length; ) {
    if (short.length >= MOST_LINES) return [...short, skipped(whole.length - at)];
    const line = whole[at];
    if (!isNear[at] || !line) {
      const next = isNear.indexOf(true, at);
      const until = next < 0 ? whole.length : next;
      short.push(skipped(until - at));
      at = until;
      continue;
    }
    short.push({ ...line, text: line.text.slice(0, LONGEST_LINE) });
    at++;
  }
  return short;
}

function skipped(count: number): DiffLine {
  return { kind: "skipped", text: count === 1 ? "1 line" : `${count} lines` };
}

function lines(kind: DiffLine["kind"], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }));
}
