// What is computed of a head: statistics, habits, small pictures, divergences, and tokens as people read them.
export { divergences } from "./divergence.js";
export { describe, type DescriptionWords } from "./describe.js";
export { habitOf, largest, type Habit } from "./habit.js";
export { pooled, pooledSide, type Thumbnail } from "./pool.js";
export { readable } from "./readable.js";
export { END_OF_TEXT, STATISTICS, type StatisticKey } from "./definitions.js";
export { BROAD_FROM, FEWEST_ROWS, labelOf, NAMED_FROM } from "./label.js";
export { isCausal, statisticsOf, type HeadStatistics } from "./statistics.js";
export { rolesOf, type TokenRoles } from "./token-roles.js";
