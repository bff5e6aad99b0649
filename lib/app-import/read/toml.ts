import { parse } from "smol-toml";
import { attempt, type Branch, isBranch, MOST_DEPTH, type Read, toTree, Unreadable } from "./tree";

/** Reads TOML. Keys that stand twice are refused by TOML itself; dates, prototype keys and deep nesting are too. */
export function readToml(text: string): Read<Branch> {
  return attempt(() => {
    const tree = toTree(parsed(text));
    if (!isBranch(tree)) throw new Unreadable("The file holds no table.");
    return tree;
  });
}

function parsed(text: string): unknown {
  try {
    return parse(text, { maxDepth: MOST_DEPTH, integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw new Unreadable(`This is not TOML: ${why}`);
  }
}
