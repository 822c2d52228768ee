// What a file may ask of the page. Each limit is checked before anything is allocated.

/** One matrix of weights: 8192 × 8192. */
export const MOST_CELLS = 2 ** 26;
/** Layers, and heads of a layer. Each head has a place in the grid, and no canvas is longer than the grid then is. */
export const MOST_LAYERS = 256;
export const MOST_HEADS = 256;
/** Unpacked bytes of compressed files that stay in memory, for all open files together. */
export const MOST_KEPT = 256 * 2 ** 20;
/** Numbers of an array in Fortran order: a head is scattered through it, so it is read as a whole. */
export const MOST_SCATTERED = 2 ** 26;
/** Text that is read as a whole: JSON files, and the header of an array. */
export const LONGEST_JSON = 256 * 2 ** 20;
export const LONGEST_HEADER = 2 ** 20;
/** Axes of an array, as in NumPy. */
export const MOST_AXES = 64;
/** The list of a zip file's members, and the arrays of any file. */
export const LONGEST_DIRECTORY = 16 * 2 ** 20;
export const MOST_MEMBERS = 20_000;
/** Tokens of a list, and the bytes of all lists. */
export const MOST_TOKENS = 2 ** 17;
export const LONGEST_TOKENS = 64 * 2 ** 20;
/** DEFLATE makes at most 1032 bytes out of one. */
export const DEFLATE_RATIO = 1032;
/** A file with no more bytes of numbers is checked whole before anything of it is shown. */
export const CHECKED_FIRST = 16 * 2 ** 20;
