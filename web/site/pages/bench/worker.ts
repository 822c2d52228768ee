// The worker that measures: the host of the benchmark, with heed, its workers and plain JavaScript, led by messages.
import { flavours, load, type Flavour } from "heed";
import { openWorkers } from "heed/workers";
import { answerMessages } from "../../kit/index.js";
import * as measure from "../../../measure/index.mjs";

const modules = {
  heed: { open: ({ flavour }: { flavour: Flavour }) => measure.heed.openWith(load, flavour) },
  workers: {
    open: (settings: { workers: number; flavour: Flavour }) => measure.heedWorkers.openWith(openWorkers, settings),
  },
  plain: measure.plain,
};

const host: ReturnType<typeof measure.createHost> = {
  ...measure.createHost((name) => modules[name as keyof typeof modules]),
  flavours: () => flavours(),
};

answerMessages(host);
