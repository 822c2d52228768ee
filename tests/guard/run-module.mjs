// Runs a function named "tile" of a module given in base64, so that node compiles and lists it.
const module = new WebAssembly.Module(Buffer.from(process.argv[2], "base64"));
/** @type {any} */
const { tile } = new WebAssembly.Instance(module).exports;
tile(1, 1);
