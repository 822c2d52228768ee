// A client of WebDriver, as small as the tests need it: WebKitGTK speaks no other protocol.
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const LONGEST_MS = 120_000;
const ENTER = "\uE007";

/** Starts a program that ends with this process, and gives what it writes to its descriptor 3, if anything. */
function start(program, args, options) {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "ignore", "pipe"], ...options });
  const stop = () => child.kill();
  process.once("exit", stop);
  const written = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${program} ended`)));
    child.stdio[3].once("data", (text) => resolve(String(text).trim()));
  });
  written.catch(() => {}); // it also ends when it is told to
  return { written, stop };
}

async function ask(url, method, body) {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Asks until the driver listens. */
async function answering(url) {
  for (const end = Date.now() + LONGEST_MS; ; await wait(100)) {
    try {
      return await ask(`${url}/status`, "GET");
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

const freePort = () => 20_000 + Math.floor(Math.random() * 20_000);

/** A page of WebKitGTK: goto, run, press, browserVersion, close. `patient` waits for a call as long as it takes. */
export async function openWebKit({ driver, browser, xvfb }, { patient = false } = {}) {
  const screen = start(xvfb, ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"]);
  const environment = { ...process.env, DISPLAY: `:${await screen.written}`, WEBKIT_DISABLE_COMPOSITING_MODE: "1" };
  const port = freePort();
  const server = start(driver, [`--port=${port}`], { env: environment });
  const stop = () => [server, screen].forEach((one) => one.stop());
  try {
    const url = `http://127.0.0.1:${port}`;
    await answering(url);
    const capabilities = {
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] },
    };
    const opened = await ask(`${url}/session`, "POST", { capabilities: { alwaysMatch: capabilities } });
    const session = `${url}/session/${opened.sessionId}`;
    await ask(`${session}/timeouts`, "POST", { script: patient ? null : LONGEST_MS, pageLoad: LONGEST_MS });
    return {
      ...pageOf(session),
      browserVersion: opened.capabilities.browserVersion,
      close: () => close(session, stop),
    };
  } catch (error) {
    stop();
    throw error;
  }
}

async function close(session, stop) {
  await ask(session, "DELETE").catch(() => {});
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
    /** Types a text, or presses Enter. */
    press: (text) => {
      const keys = text === "Enter" ? [ENTER] : [...text];
      const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      return ask(`${session}/actions`, "POST", { actions: [{ type: "key", id: "keyboard", actions }] });
    },
  };
}
