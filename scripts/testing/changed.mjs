// What the changed files of this checkout reach: the suites, test files and pages of `npm test -- changed`.
//
// A change is what differs from the commit that was pushed last, or from a commit that is named; files that git does
// not know yet count too. From a file of web/ or src/ the imports between rooms lead up to the packages and pages that
// hold it. A change of what builds or runs everything reaches everything.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importsOf, readSources, roomOf } from "../import-graph.mjs";
import { root } from "../setup/checkout.mjs";
import { Refusal } from "../setup/report.mjs";
import { capture } from "../setup/run.mjs";

/** The suites of node:test that read a package, by the room of its source. */
const SUITES = {
  lib: "lib",
  rotary: "lib",
  train: "train",
  layers: "layers",
  model: "model",
  gguf: "model",
  workers: "workers",
};

async function git(...words) {
  const { code, stdout } = await capture("git", words, { cwd: root });
  return code === 0 ? stdout.trim() : undefined;
}

/** The paths that differ from `commit`, or else from the last commit of the branch that is followed. */
export async function changedFiles(commit) {
  const followed = (await git("merge-base", "HEAD", "@{upstream}")) ?? "HEAD";
  const differ = await git("diff", "--name-only", commit ?? followed, "--");
  if (differ === undefined) throw new Refusal(`git knows no commit named ${commit}. Name one, such as HEAD~1.`);
  const unknown = (await git("ls-files", "--others", "--exclude-standard")) ?? "";
  return [...differ.split("\n"), ...unknown.split("\n")].filter(Boolean);
}

/** All rooms that hold one of these, by import. @param {Iterable<string>} rooms */
function roomsAbove(rooms) {
  const above = new Map(); // a room → the rooms that import it
  const lead = (from, to) => above.set(to, (above.get(to) ?? new Set()).add(from));
  for (const { from, to } of importsOf(readSources())) lead(roomOf(from), roomOf(to));
  const found = new Set(rooms);
  for (const room of found) for (const next of above.get(room) ?? []) found.add(next);
  return found;
}

const isCore = (file) => /^(src|cmake)\/|^CMake/.test(file);
/** The rooms that hold the compiled core. */
const OF_CORE = ["lib", "lib/call", "lib/load"];
/** Rooms of the site that nothing imports: pages, by their names, and the documentation. */
const pageOf = (room) => /^site\/(?:pages\/([\w-]+)|(docs))$/.exec(room)?.slice(1).find(Boolean);

/**
 * { everything, suites, files, specs, pages }: whether everything `npm test` runs is reached, or else whole suites,
 * single test files, single spec files, and pages of the site by their names.
 * @param {string[]} changed
 */
export function reachOf(changed) {
  const sources = changed.filter((file) => file.startsWith("web/"));
  const rooms = roomsAbove([...sources.map(roomOf), ...(changed.some(isCore) ? OF_CORE : [])].filter(Boolean));
  const tests = changed.filter((file) => file.startsWith("tests/"));
  const inSite = [...rooms].filter((room) => room.startsWith("site/"));
  const pages = inSite.map(pageOf).filter(Boolean);
  const suites = new Set([...rooms].map((room) => SUITES[room]).filter(Boolean));
  suites.add("setup");
  if (changed.some(isCore)) suites.add("core").add("guard");
  for (const file of tests) if (!/\.(test|spec)\.mjs$/.test(file)) suites.add(file.split("/")[1]);
  return {
    everything: changed.some((file) => /^(scripts\/|package|tsconfig)/.test(file)),
    suites: [...suites],
    files: [...tests.filter((file) => file.endsWith(".test.mjs")), ...siteTests(inSite, pages)],
    specs: [...tests.filter((file) => file.endsWith(".spec.mjs")), ...specsOf(sources, pages)],
    pages,
  };
}

const namesIn = (ending) => readdirSync(join(root, "tests/site")).filter((name) => name.endsWith(ending));
const inTests = (name) => `tests/site/${name}`;

/** The tests of pages in Node: all, or where only pages changed, those that read every page or name one of these. */
function siteTests(rooms, pages) {
  const all = namesIn(".test.mjs");
  if (rooms.length === 0) return [];
  if (rooms.some((room) => pageOf(room) === undefined)) return all.map(inTests);
  const mentions = (name) => {
    const text = readFileSync(join(root, inTests(name)), "utf8");
    return /readStrings|PAGES|LESSONS|FRAMED/.test(text) || pages.some((page) => text.includes(page));
  };
  return all.filter(mentions).map(inTests);
}

/** The spec files of pages whose own files changed. They are named for the page. */
function specsOf(sources, pages) {
  const own = pages.filter((name) => sources.some((file) => pageOf(roomOf(file)) === name));
  const isOf = (spec, page) => new RegExp(`(^|-)${page}(-|\\.)`).test(spec);
  return namesIn(".spec.mjs")
    .filter((spec) => own.some((page) => isOf(spec, page)))
    .map(inTests);
}
