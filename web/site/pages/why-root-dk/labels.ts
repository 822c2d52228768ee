// What drawings call the dot products.
export const UNDIVIDED = "q · k";
export const DIVIDED = "q · k ∕ √d";
