// What pages ask the service worker, and what it answers.

/** "page": keep the page that asks. "next": keep the next file that is not kept yet. "state": say what is kept. */
export type Wish = "page" | "next" | "state";

export interface Kept {
  readonly files: number;
  readonly keptFiles: number;
  /** What all files weigh as this server sends them, compressed or not. */
  readonly bytes: number;
  readonly keptBytes: number;
  /** What all files take up once they are kept. */
  readonly room: number;
  /** Why the next file could not be kept. */
  readonly problem: Problem | undefined;
}

export interface Problem {
  readonly file: string;
  /** No answer; an answer that is not this build's file; or no room in the browser. */
  readonly why: "network" | "version" | "room";
}
