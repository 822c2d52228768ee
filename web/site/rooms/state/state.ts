// The playground's whole state: one plain object. All else on the page is computed from it.
import type { Look } from "./look.js";
import type { Begun, Setting } from "./setting.js";

export interface State extends Begun, Look {
  /** The setting that the present one is compared with. */
  readonly pinned: Setting | null;
}

/** Gradients that nobody sees are not computed. */
export function showsGradients({ gradients, hidden }: State): boolean {
  return gradients && !hidden.includes("gradients");
}
