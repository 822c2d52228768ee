// What is computed of a head: statistics, small pictures, divergences, and tokens as people read them.
export { divergences } from "./divergence.js";
export { pooled, pooledSide, type Thumbnail } from "./pool.js";
export { readable } from "./readable.js";
export { labelOf, STATISTICS, statisticsOf, type HeadStatistics, type StatisticKey } from "./statistics.js";
export { rolesOf, type TokenRoles } from "./token-roles.js";
