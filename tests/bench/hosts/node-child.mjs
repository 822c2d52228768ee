// The process that a Node host measures in: it does what it is told over the channel to its parent, one thing at a time.
import { createHost } from "../measure/host.mjs";

const host = createHost((address) => import(address));

process.on("message", async ({ id, method, argument }) => {
  try {
    process.send({ id, answer: await host[method](argument) });
  } catch (error) {
    process.send({ id, problem: String(error?.message ?? error) });
  }
});
process.on("disconnect", () => process.exit());
