// A client of WebDriver with what the tests need. WebKitGTK speaks no other protocol.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const LONGEST_MS = 120_000;
const MOST_PORTS = 10;

/** The keys that have names, with WebDriver's characters for them. */
export const KEYS = {
  Enter: "\uE007",
  End: "\uE010",
  Home: "\uE011",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

/**
 * Starts a program that ends when this process ends, also when this process is killed: setpriv asks the kernel for
 * that. Its descriptor 3 is a pipe.
 */
function start(setpriv, program, args, env) {
  const child = spawn(setpriv, ["--pdeathsig", "TERM", program, ...args], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    env,
  });
  // This promise never fails while its program runs, and nobody has to wait for it.
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(`${program} ended`));
  });
  return { ended, pipe: child.stdio[3], stop: () => child.kill() };
}

/** Starts a screen, and gives its display, such as ":99". */
async function startScreen({ setpriv, xvfb }) {
  const args = ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"];
  const { ended, pipe, stop } = start(setpriv, xvfb, args, process.env);
  const number = await Promise.race([once(pipe, "data"), ended.then((why) => Promise.reject(new Error(why)))]);
  return { display: `:${String(number).trim()}`, stop };
}

async function ask(url, method, body) {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** Asks until the driver listens, and gives true; or false if it ended before. */
async function answers(url, { ended }) {
  const driver = { runs: true };
  void ended.then(() => (driver.runs = false));
  for (const end = Date.now() + LONGEST_MS; driver.runs; await wait(20)) {
    try {
      await ask(`${url}/status`, "GET");
      return driver.runs;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
  return false;
}

/** Starts the driver. It ends at once where its port is taken, and then gets another. */
async function startDriver({ setpriv, driver }, env) {
  for (let ports = 0; ports < MOST_PORTS; ports++) {
    const port = await freePort();
    const server = start(setpriv, driver, [`--port=${port}`], env);
    const url = `http://127.0.0.1:${port}`;
    if (await answers(url, server)) return { url, stop: server.stop };
  }
  throw new Error(`${driver} ended at once on ${MOST_PORTS} ports.`);
}

/**
 * Opens a page of WebKitGTK, with goto, run, isAlive, press, browserVersion and close. With `patient`, a call in the
 * page may take any time.
 */
export async function openWebKit(programs, { patient = false } = {}) {
  const running = [];
  const stop = () => running.forEach((one) => one.stop());
  try {
    const screen = await startScreen(programs);
    running.push(screen);
    const env = { ...process.env, DISPLAY: screen.display, WEBKIT_DISABLE_COMPOSITING_MODE: "1" };
    const driver = await startDriver(programs, env);
    running.push(driver);
    const { session, browserVersion } = await openSession(driver.url, programs.browser);
    await ask(`${session}/timeouts`, "POST", { script: patient ? null : LONGEST_MS, pageLoad: LONGEST_MS });
    return { ...pageOf(session), browserVersion, close: () => close(session, stop) };
  } catch (error) {
    stop();
    throw error;
  }
}

async function openSession(url, binary) {
  const options = { binary, args: ["--automation"] };
  const alwaysMatch = { browserName: "MiniBrowser", "webkitgtk:browserOptions": options };
  const { sessionId, capabilities } = await ask(`${url}/session`, "POST", { capabilities: { alwaysMatch } });
  return { session: `${url}/session/${sessionId}`, browserVersion: capabilities.browserVersion };
}

async function close(session, stop) {
  await ask(session, "DELETE").catch(() => {}); // a browser that crashed has no session any more
  stop();
}

function pageOf(session) {
  return {
    goto: (address) => ask(`${session}/url`, "POST", { url: address }),
    /** Calls a function in the page, waits for what it gives, and brings it here. */
    async run(call, ...args) {
      const script = `const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
        const called = (async () => (${call})(...given))();
        called.then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await ask(`${session}/execute/async`, "POST", { script, args });
      if (error) throw new Error(error);
      return value;
    },
    /** False once the browser or its page has crashed. */
    isAlive: () =>
      ask(`${session}/title`, "GET").then(
        () => true,
        () => false,
      ),
    /** Presses a key of KEYS, or types a text. */
    press: (text) => {
      const keys = text in KEYS ? [KEYS[text]] : [...text];
      const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      return ask(`${session}/actions`, "POST", { actions: [{ type: "key", id: "keyboard", actions }] });
    },
  };
}
