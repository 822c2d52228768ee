// Runs the package's core, so that node compiles and lists it:
//
//   node --print-wasm-code run-attention.mjs ENTRY FLAVOUR
const [entry, flavour] = process.argv.slice(2);
const { load } = await import(entry);
const heed = await load({ flavour });
// whole tiles and tails, more keys than one block
heed.session({ heads: 1, queries: 64, keys: 512, dim: 64 }).run();
