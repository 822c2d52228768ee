// <attention-matrix> in frameworks: its types in JSX and in templates, and a ref for React. A framework that is not
// installed is not missed: @ts-ignore silences the error that its module cannot be found, and its part has no effect.
import type { Edit, MaskInput, Place } from "../show/index.js";
import type { AttentionMatrix } from "./attention-matrix.js";

type Settable = Omit<AttentionMatrix, keyof HTMLElement | `${string}Callback`>;

type Given = "matrix" | "mask" | "rowLabels" | "columnLabels";

/** The properties, all optional. Numbers and labels may also be JSON. */
type Properties = {
  [Name in keyof Settable]?:
    (Name extends "mask" ? MaskInput : Settable[Name]) | undefined | (Name extends Given ? string | null : never);
};

/** The attributes whose names differ from their properties' names. */
interface Attributes {
  /** The attribute of `perRow`. */
  "per-row"?: boolean | "" | undefined;
  /** The attribute of `rowLabels`. */
  "row-labels"?: string | undefined;
  /** The attribute of `columnLabels`. */
  "column-labels"?: string | undefined;
}

/** The events of `<attention-matrix>`. */
export interface AttentionMatrixEvents {
  /** The cell that focus came to; null when focus leaves. */
  "matrix-focus": CustomEvent<Place | null>;
  /** The cell under the pointer; null when the pointer leaves. */
  "matrix-hover": CustomEvent<Place | null>;
  /** A cell was clicked, tapped, or opened with Enter. */
  "matrix-open": CustomEvent<Place>;
  /** A number was typed into a cell. Prevent the event to refuse it. */
  "matrix-edit": CustomEvent<Edit>;
}

/** Listeners as React 19, Preact and Svelte name them, and as Solid does. */
type Listeners = {
  [Name in keyof AttentionMatrixEvents as `on${Name}` | `on:${Name}`]?:
    ((event: AttentionMatrixEvents[Name]) => void) | undefined;
};

/** The properties of `<attention-matrix>` in JSX and in templates. */
export type AttentionMatrixProps = Properties & Attributes & Listeners;

/**
 * Makes a `ref` that sets properties. It is for frameworks that do not set objects themselves: React 18, and React 19
 * when it hydrates what a server rendered.
 */
export function setProperties(properties: Properties): (element: AttentionMatrix | null) => void {
  return (element) => void (element && Object.assign(element, properties));
}

/** The properties of the element, and those that a framework gives to every element. */
type With<Others> = AttentionMatrixProps & Omit<Others, keyof AttentionMatrixProps>;

/** @ts-ignore */
type ReactAttributes = import("react").HTMLAttributes<AttentionMatrix> & import("react").RefAttributes<AttentionMatrix>;

/** @ts-ignore */
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "attention-matrix": With<ReactAttributes>;
    }
  }
}

/** @ts-ignore */
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      /** @ts-ignore */
      "attention-matrix": With<import("preact").HTMLAttributes<AttentionMatrix>>;
    }
  }
}

/** @ts-ignore */
declare module "solid-js/jsx-runtime" {
  namespace JSX {
    interface IntrinsicElements {
      /** @ts-ignore */
      "attention-matrix": With<import("solid-js").JSX.HTMLAttributes<AttentionMatrix>>;
    }
  }
}

/** @ts-ignore */
declare module "vue" {
  interface GlobalComponents {
    "attention-matrix": new () => { $props: AttentionMatrixProps };
  }
}

/** @ts-ignore */
declare module "svelte/elements" {
  interface SvelteHTMLElements {
    /** @ts-ignore */
    "attention-matrix": With<import("svelte/elements").HTMLAttributes<AttentionMatrix>>;
  }
}
