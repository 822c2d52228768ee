// As Jupyter gives a front end of widgets what it asks for.
import * as base from "@jupyter-widgets/base";

export const classes = { ...base };
globalThis.define = (_, make) => Object.assign(classes, make(base));
