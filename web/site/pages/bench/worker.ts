// The worker that measures: the host of the benchmark, with heed, its workers and plain JavaScript, led by messages.
import { flavours, load, type Flavour } from "heed";
import { open } from "heed/workers";
import { openWith } from "../../../../tests/bench/contenders/heed.mjs";
import { openWith as openWorkers } from "../../../../tests/bench/contenders/heed-workers.mjs";
import { answerMessages } from "../../kit/index.js";
import * as plain from "../../../../tests/bench/contenders/plain.mjs";
import { createHost } from "../../../../tests/bench/measure/host.mjs";

const modules = {
  heed: { open: ({ flavour }: { flavour: Flavour }) => openWith(load, flavour) },
  workers: { open: (settings: { workers: number; flavour: Flavour }) => openWorkers(open, settings) },
  plain,
};

const host: ReturnType<typeof createHost> = {
  ...createHost((name) => modules[name as keyof typeof modules]),
  flavours: () => flavours(),
};

answerMessages(host);
