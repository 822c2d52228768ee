// Two set-ups at the same time, and a set-up that is killed. Each set-up here is a process of its own.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { onPath } from "../../scripts/setup/host.mjs";
import { root } from "../../scripts/setup/checkout.mjs";
import { withLock } from "../../scripts/setup/lock.mjs";

const options = { skip: onPath("flock") ? false : "there is no flock on this machine" };
const cacheModule = pathToFileURL(join(root, "scripts", "setup", "cache.mjs"));
const runModule = pathToFileURL(join(root, "scripts", "setup", "run.mjs"));

// Makes `folder`: writes a file, runs the shell command `work`, writes another file. Appends a line to `log` each time.
const maker = ({ folder, log, work }) => `
  import { appendFileSync, writeFileSync, readdirSync } from "node:fs";
  import { finished } from ${JSON.stringify(cacheModule)};
  import { follow } from ${JSON.stringify(runModule)};
  const folder = ${JSON.stringify(folder)};
  const stamp = await finished(folder, "first", async (lock) => {
    appendFileSync(${JSON.stringify(log)}, "made over " + readdirSync(folder).length + " files\\n");
    writeFileSync(folder + "/first", "");
    await follow("bash", ["-c", ${JSON.stringify(work)}], { lock });
    writeFileSync(folder + "/second", "");
    return { made: "whole" };
  });
  console.log("has " + stamp.made);`;

function start(code) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (data) => (text += data));
  return { child, said: () => text, ended: new Promise((resolve) => child.on("close", () => resolve(text))) };
}

async function until(condition) {
  for (let i = 0; i < 4000 && !condition(); ++i) await pause(25);
  assert.ok(condition(), `still not: ${condition}`);
}

const waits = ({ said }) => said().includes("waiting for another set-up");

/** A command that ends once the test has made this file. */
const untilThere = (file) => `until [ -e ${file} ]; do sleep 0.1; done`;

function inTemporaryFolder(body) {
  return async () => {
    const base = mkdtempSync(join(tmpdir(), "heed-lock-"));
    try {
      await body({ folder: join(base, "tool"), log: join(base, "log") });
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  };
}

test(
  "where two set-ups need the same folder, one makes it, and the other waits, says so and uses it",
  options,
  inTemporaryFolder(async ({ folder, log }) => {
    const makers = [1, 2].map(() => start(maker({ folder, log, work: untilThere(`${folder}.go`) })));
    await until(() => makers.some(waits));
    writeFileSync(`${folder}.go`, "");
    const said = await Promise.all(makers.map(({ ended }) => ended));
    assert.equal(readFileSync(log, "utf8"), "made over 0 files\n");
    for (const text of said) assert.match(text, /has whole\n$/);
    assert.equal(said.filter((text) => text.startsWith("waiting for another set-up")).length, 1);
  }),
);

test(
  "a folder that a killed set-up left unfinished is emptied and made again",
  options,
  inTemporaryFolder(async ({ folder, log }) => {
    const killed = start(maker({ folder, log, work: "exec sleep 30 3>&-" }));
    await until(() => existsSync(join(folder, "first")));
    killed.child.kill("SIGKILL");
    await killed.ended.catch(() => {});
    assert.match(await start(maker({ folder, log, work: "true" })).ended, /has whole\n$/);
    assert.equal(readFileSync(log, "utf8"), "made over 0 files\nmade over 0 files\n");
    assert.ok(existsSync(join(folder, "second")));
  }),
);

test(
  "the next set-up waits until the children of a killed one have ended",
  options,
  inTemporaryFolder(async ({ folder, log }) => {
    const killed = start(maker({ folder, log, work: `${untilThere(`${folder}.go`)}; echo late > ${folder}/late` }));
    await until(() => existsSync(join(folder, "first")));
    killed.child.kill("SIGKILL");
    const next = start(maker({ folder, log, work: "true" }));
    await until(() => waits(next));
    writeFileSync(`${folder}.go`, "");
    assert.match(await next.ended, /has whole\n$/);
    assert.ok(
      !existsSync(join(folder, "late")),
      "the child of the killed set-up wrote before the folder was emptied, not after",
    );
  }),
);

test(
  "a finished folder is never changed",
  options,
  inTemporaryFolder(async ({ folder, log }) => {
    mkdirSync(folder);
    writeFileSync(join(folder, "heed-stamp.json"), JSON.stringify({ made: "before" }));
    writeFileSync(join(folder, "first"), "");
    assert.equal(await start(maker({ folder, log, work: "true" })).ended, "has before\n");
    assert.ok(!existsSync(log));
  }),
);

test(
  "a folder whose stamp is there without its files is made again",
  options,
  inTemporaryFolder(async ({ folder, log }) => {
    mkdirSync(folder);
    writeFileSync(join(folder, "heed-stamp.json"), JSON.stringify({ made: "before" }));
    assert.match(await start(maker({ folder, log, work: "true" })).ended, /has whole\n$/);
  }),
);

test(
  "the file of a lock may be removed while others wait for it",
  options,
  inTemporaryFolder(async ({ folder }) => {
    const order = [];
    let end;
    const first = withLock(folder, "", () => new Promise((resolve) => (end = resolve)));
    await until(() => end !== undefined);
    const second = withLock(folder, "waits", () => order.push("second"));
    rmSync(folder);
    order.push("first");
    end();
    await Promise.all([first, second]);
    assert.deepEqual(order, ["first", "second"]);
  }),
);
