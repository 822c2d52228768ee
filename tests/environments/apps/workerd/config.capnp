using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "worker", worker = .worker), (name = "plain", worker = .plain)],
  sockets = [
    (name = "worker", address = "127.0.0.1:0", http = (), service = "worker"),
    (name = "plain", address = "127.0.0.1:0", http = (), service = "plain"),
  ],
);
const worker :Workerd.Worker = (
  compatibilityDate = "2026-01-01",
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "heed", esModule = embed "node_modules/heed/dist/heed.js"),
    (name = "heed/simd.wasm", wasm = embed "node_modules/heed/dist/simd.wasm"),
  ],
);
const plain :Workerd.Worker = (
  compatibilityDate = "2026-01-01",
  modules = [
    (name = "plain.js", esModule = embed "plain.js"),
    (name = "heed", esModule = embed "node_modules/heed/dist/heed.js"),
  ],
);
