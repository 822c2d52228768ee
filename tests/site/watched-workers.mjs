// What a page asks its workers: written down, and held back where a test says so.

export const watchWorkers = (page) =>
  page.addInitScript(() => {
    const Plain = Worker;
    const watched = (globalThis.watched = { asked: [], held: [], holds: {}, ended: 0, release: () => {} });
    globalThis.Worker = class extends Plain {
      postMessage(message, ...others) {
        const { id, method, argument } = message;
        watched.asked.push({ method, ...argument });
        const fail = (problem) => this.dispatchEvent(new MessageEvent("message", { data: { id, problem } }));
        if (method in watched.holds && watched.holds[method]-- <= 0)
          watched.held.push({ fail, post: () => super.postMessage(message, ...others) });
        else super.postMessage(message, ...others);
      }

      terminate() {
        watched.ended++;
        super.terminate();
      }
    };
    watched.release = () => {
      watched.holds = {};
      for (const { post } of watched.held.splice(0)) post();
    };
  });

/** From now on such questions wait, after the first few that go through. */
export const hold = (page, method, through = 0) =>
  page.evaluate(([name, first]) => void (globalThis.watched.holds[name] = first), [method, through]);

export const release = (page) => page.evaluate(() => globalThis.watched.release());

/** How many questions wait. */
export const held = (page) => page.evaluate(() => globalThis.watched.held.length);

/** Sends off the oldest question that waits, or answers it with a problem. What follows from that has then happened. */
export const answerHeld = (page, problem) =>
  page.evaluate(async (sentence) => {
    const { post, fail } = globalThis.watched.held.shift();
    if (sentence === undefined) post();
    else fail(sentence);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  }, problem);

export const asked = (page, method) =>
  page.evaluate((name) => globalThis.watched.asked.filter((one) => one.method === name), method);

/** How many workers were ended. */
export const ended = (page) => page.evaluate(() => globalThis.watched.ended);
