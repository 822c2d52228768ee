// Layers of one heed that share memory: each writes its output straight into the x of the next.
import { fault, type SessionInside } from "../lib/read/index.js";
import { insideOf, type AnyLayer } from "./layer.js";

/** What a chain does with the tensors at the ends of its layers, and a chain around it with those of this one. */
export type Ends = Pick<SessionInside, "buffer" | "hasWord" | "addressOf" | "lenderOf" | "point" | "passes">;

/** The tensors of a layer that belong to its input; the others belong to its output. */
const AT_INPUT = ["x", "dx", "dResidual"];

/** Joins each layer with the next one. */
export function joined(where: string, layers: readonly AnyLayer[]): Ends {
  const ends = layers.map((layer, place) => {
    const inside = insideOf(layer) as Ends | undefined;
    if (inside !== undefined && inside.buffer === (insideOf(layers[0]!) as Ends).buffer) return inside;
    throw fault(
      "type",
      `${where}: with shared: true each layer must be a session of the same heed or a chain made with shared: true; ` +
        `layers[${place}] is neither.`,
    );
  });
  for (let place = 1; place < ends.length; place++) {
    const [before, after] = [ends[place - 1]!, ends[place]!];
    pointAt(after, "x", before, "output");
    if (before.hasWord("dOutput") && after.hasWord("dx")) pointAt(before, "dOutput", after, "dx");
  }
  const [first, last] = [ends[0]!, ends[ends.length - 1]!];
  const side = (name: string): Ends => (AT_INPUT.includes(name) ? first : last);
  return {
    get buffer() {
      return first.buffer;
    },
    hasWord: (name) => side(name).hasWord(name),
    addressOf: (name) => side(name).addressOf(name),
    lenderOf: (name) => side(name).lenderOf(name),
    point: (name, address, lender) => side(name).point(name, address, lender),
    passes: () => ends.flatMap((one) => one.passes()),
  };
}

/** The last layer adds x, and the first one adds dOutput to dx. */
export function residualJoined(where: string, ends: Ends): Ends {
  const trains = ends.hasWord("dOutput");
  if (!ends.hasWord("residual") || (trains && !ends.hasWord("dResidual"))) {
    throw fault(
      "type",
      `${where}: with shared: true and residual: true the first layer must be a norm, and the last one must have ` +
        `weights and no activation. Leave shared out for others.`,
    );
  }
  const follow = (): void => {
    pointAt(ends, "residual", ends, "x");
    if (trains) pointAt(ends, "dResidual", ends, "dOutput");
  };
  follow();
  return {
    get buffer() {
      return ends.buffer;
    },
    // One residual is all that a layer can add.
    hasWord: (name) => name !== "residual" && name !== "dResidual" && ends.hasWord(name),
    addressOf: ends.addressOf,
    lenderOf: ends.lenderOf,
    point(name, address, lender) {
      ends.point(name, address, lender);
      follow();
    },
    passes: ends.passes,
  };
}

/** From now on the tensor is in the memory of the other one. Using it throws once that memory is freed. */
function pointAt(one: Ends, name: string, other: Ends, at: string): void {
  one.point(name, other.addressOf(at), other.lenderOf(at));
}
