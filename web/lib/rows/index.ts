export { ATTENTION, ATTENTION_KEEPABLE, ATTENTION_SIZES, type AttentionSizes } from "./attention.js";
export { countIn, extentsOf, shapeSeen, sizesIn, windowIn, type Cut } from "./axes.js";
export { CACHE_CALL, CACHE_HELD, CACHE_SIZES, type CacheSizes } from "./cache.js";
export { LAYER, LAYER_KEEPABLE, LAYER_SIZES, type LayerSizes } from "./layer.js";
export { LINEAR, LINEAR_SIZES, type LinearSizes } from "./linear.js";
export { NORM, NORM_SIZES } from "./norm.js";
export { gradientName, isResult, isWeight, type Kind, type Row, type Sizes } from "./row.js";
export { ADAM, CROSS_ENTROPY, CROSS_ENTROPY_SIZES, EMBEDDING, EMBEDDING_SIZES, SQUARES } from "./training.js";
export { copyFromWhole, copyToWhole, countOf, eachRun, windowOf, type Range, type Window } from "./windows.js";
