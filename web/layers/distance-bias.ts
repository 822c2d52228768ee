import type { Floats, RunInputs } from "../lib/api/index.js";
import { fault, Holder, kindOf, publicObject, SESSION_SIZES } from "../lib/read/index.js";
import { parametersOf, type Parameter } from "../train/index.js";
import { claim, inCall, type Layer } from "./layer.js";

/** A session of attention whose bias on the scores is one learned number for each distance from query to key. */
export interface DistanceBias<Session extends Layer = Layer> {
  /** Each run() writes its bias, and each backward() reads its dBias. */
  readonly session: Session;
  /**
   * `[heads, queries + keys − 1]`: the number for key j of query i is at `place(j − i)`. Zeros at first; write to it.
   * There is a head for each matrix in the bias of the session: one, if the heads share a bias.
   */
  readonly distances: Floats;
  /** The gradient with respect to distances, as of the last backward(). */
  readonly dDistances: Floats;
  /**
   * The index of the number of a distance: 0 is the token itself, −1 the token before, 1 the token after.
   *
   * @param [head=0]
   */
  place(distance: number, head?: number): number;
  /** The input of the session. */
  readonly x: Floats;
  /** The output of the session. */
  readonly output: Floats;
  /** The gradient with respect to output, if the session has one. */
  readonly dOutput: Floats | undefined;
  /** The gradient with respect to x, if the session has one. */
  readonly dx: Floats | undefined;
  /** The parameters of the session, and distances. */
  readonly parameters: readonly Parameter[];
  /** Writes the bias and runs the session. */
  run(inputs?: RunInputs<"x">): void;
  /** Runs the session backward, and sums its dBias into dDistances. */
  backward(): void;
  /**
   * Disposes of the session.
   * @frees the session
   */
  dispose(): void;
  /** As dispose(), for `using`. */
  [Symbol.dispose](): void;
}

const WHERE = "heed/layers.distanceBias";

/**
 * Makes a session of attention a layer with a learned number for each distance.
 *
 * @param session Made with a `bias` of one matrix `[queries, keys]`, or of one for each head, `[heads, queries, keys]`.
 * Zeros will do: its numbers are overwritten.
 */
export function distanceBias<Session extends Layer & { readonly bias: Floats | undefined }>(
  session: Session,
): DistanceBias<Session> {
  const sizes = sizesOf(session);
  claim(WHERE, { session });
  return publicObject(WHERE, new BiasedSession(session, sizes), {
    kind: "DistanceBias",
    views: ["distances", "dDistances", "x", "output", "dOutput", "dx"],
    values: ["session", "parameters"],
    methods: ["place", "run", "backward", "dispose"],
  });
}

interface Sizes {
  readonly heads: number;
  readonly queries: number;
  readonly keys: number;
}

/** What a user sees of it until dispose(). */
interface Numbers<Session> {
  readonly session: Session;
  readonly distances: Floats;
  readonly dDistances: Floats;
}

class BiasedSession<Session extends Layer>
  extends Holder<Numbers<Session>>
  implements Omit<DistanceBias<Session>, typeof Symbol.dispose>
{
  private readonly row: number;

  constructor(
    readonly session: Session,
    private readonly sizes: Sizes,
  ) {
    super(WHERE, true);
    this.inputs = ["x"];
    this.row = sizes.queries + sizes.keys - 1;
    const count = sizes.heads * this.row;
    this.holding = { session, distances: new Float32Array(count), dDistances: new Float32Array(count) };
  }

  get distances(): Floats {
    return this.held("distances").distances;
  }

  get dDistances(): Floats {
    return this.held("dDistances").dDistances;
  }

  place(distance: number, head = 0): number {
    this.held("place");
    const { heads, queries, keys } = this.sizes;
    if (!Number.isInteger(distance) || distance <= -queries || distance >= keys) {
      throw fault(
        "value",
        `bias.place: distance must be an integer from ${1 - queries} to ${keys - 1}; got ${kindOf(distance)}.`,
      );
    }
    if (!Number.isInteger(head) || head < 0 || head >= heads) {
      throw fault("value", `bias.place: head must be an integer from 0 to ${heads - 1}; got ${kindOf(head)}.`);
    }
    return head * this.row + distance + queries - 1;
  }

  get x(): Floats {
    return this.held("x").session.x as Floats;
  }

  get output(): Floats {
    return this.held("output").session.output;
  }

  get dOutput(): Floats | undefined {
    return this.held("dOutput").session.dOutput;
  }

  get dx(): Floats | undefined {
    return this.held("dx").session.dx;
  }

  get parameters(): readonly Parameter[] {
    const { session, distances, dDistances } = this.held("parameters");
    const { dBias } = session as { readonly dBias?: Floats };
    const gradient = (dBias && dDistances)!;
    return [
      ...inCall(WHERE, () => parametersOf(session)),
      { name: "distances", shape: [distances.length], value: distances, gradient },
    ];
  }

  /** A row of the bias is a piece of the distances that begins one number earlier than that of the row before. */
  protected override forward({ session, distances }: Numbers<Session>): void {
    const { bias } = session as { readonly bias?: Floats };
    this.eachRow((row, start, keys) => bias!.set(distances.subarray(start, start + keys), row));
    session.run();
  }

  /** Each distance gets the sum of its diagonal. */
  protected override gradients({ session, dDistances }: Numbers<Session>, add: boolean): void {
    session.backward!(add ? { add } : undefined);
    const { dBias } = session as { readonly dBias?: Floats };
    if (!add) dDistances.fill(0);
    this.eachRow((row, start, keys) => {
      for (let j = 0; j < keys; j++) dDistances[start + j] = dDistances[start + j]! + dBias![row + j]!;
    });
  }

  /** Visits each row of the bias: where it begins, where its first distance stands, and how many keys it has. */
  private eachRow(visit: (row: number, start: number, keys: number) => void): void {
    const { heads, queries, keys } = this.sizes;
    for (let head = 0; head < heads; head++) {
      for (let i = 0; i < queries; i++) visit((head * queries + i) * keys, this.place(-i, head), keys);
    }
  }

  protected override release({ session }: Numbers<Session>): void {
    session.dispose();
  }
}

interface Biased {
  readonly bias?: Floats;
  readonly [SESSION_SIZES]?: { readonly queries?: number; readonly keys?: number };
}

/** The sizes of the scores, and how many matrices of that size the bias has. */
function sizesOf(session: unknown): Sizes {
  const { bias, [SESSION_SIZES]: { queries, keys } = {} } = Object(session) as Biased;
  if (queries === undefined || keys === undefined)
    throw fault(
      "type",
      `${WHERE}: session must be made by heed.session or heed.selfAttentionSession; got ${kindOf(session)}.`,
    );
  if (bias === undefined)
    throw fault(
      "type",
      `${WHERE}: the session has no bias. Make it with a bias of zeros, as in ` +
        `bias: tensor(new Float32Array(queries * keys), [queries, keys]).`,
    );
  const heads = bias.length / (queries * keys);
  if (Number.isInteger(heads)) return { heads, queries, keys };
  throw fault(
    "shape",
    `${WHERE}: the bias of the session must hold matrices of ${queries} × ${keys} numbers; it holds ` +
      `${bias.length} numbers.`,
  );
}
