import { checkObject, fault, kindOf } from "../lib/read/index.js";
import { checkFloats, checkMade, checkNumber, NOT_NEGATIVE } from "./check.js";
import type { Parameter } from "./parameters.js";
import type { Random } from "./random.js";

/**
 * Draws parameters of two axes or more from a normal distribution, as GPT-2 does. Gains and biases have one axis and
 * stay.
 *
 * @param [deviation=0.02] The standard deviation.
 */
export function initialise(
  parameters: readonly Pick<Parameter, "shape" | "value">[],
  draw: Random,
  deviation = 0.02,
): void {
  const where = "heed/train.initialise";
  if (!Array.isArray(parameters))
    throw fault(
      "type",
      `${where}: parameters must be an array, as parametersOf(session) gives; got ${kindOf(parameters)}.`,
    );
  checkMade(where, "draw", draw, "fillNormal", "seededRandom(seed)");
  checkNumber(where, "deviation", deviation, NOT_NEGATIVE);
  for (const [place, one] of (parameters as readonly Parameter[]).entries()) {
    checkObject(where, `parameters[${place}]`, one);
    checkFloats(where, `the value of parameters[${place}]`, one.value);
    if (one.shape !== undefined && !Array.isArray(one.shape))
      throw fault("type", `${where}: the shape of parameters[${place}] must be an array; got ${kindOf(one.shape)}.`);
  }
  for (const { shape, value } of parameters) if ((shape?.length ?? 1) > 1) draw.fillNormal(value, deviation);
}
