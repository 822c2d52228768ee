// The process in which the host of a program measures. Its parent sends it one method call after another.
import { createHost } from "../../../web/measure/host.mjs";

const host = createHost((address) => import(address));

process.on("message", async ({ id, method, argument }) => {
  try {
    process.send({ id, answer: await host[method](argument) });
  } catch (error) {
    process.send({ id, problem: String(error?.message ?? error) });
  }
});
process.on("disconnect", () => process.exit());
