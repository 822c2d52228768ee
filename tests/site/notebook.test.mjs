// web/notebook/heed.py: what it makes of the arrays, the tokens and the files that Python has. NumPy runs it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { root } from "./serve.mjs";

const python = await pythonWith("numpy");
const folder = mkdtempSync(path.join(tmpdir(), "heed-notebook-"));
after(() => rmSync(folder, { recursive: true }));

const BEGIN = `
import json, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import heed

rng = np.random.default_rng(5)
a = np.exp(rng.random((2, 3, 4, 4)))
a = (a / a.sum(-1, keepdims=True)).astype("f4")
T = ["The", "animal", "was", "tired"]

def told(figure):
    data = figure._data
    return {name: data.get(name) for name in ("shape", "axes", "type", "rowLabels", "columnLabels", "notes", "head")}

def refused(call):
    try:
        call()
    except Exception as error:
        return "%s: %s" % (type(error).__name__, error)

`;

/** What a program of Python prints last, as JSON. */
function run(program) {
  const args = ["-c", BEGIN + program, path.join(root, "web/notebook")];
  const printed = execFileSync(python, args, { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
  return JSON.parse(printed.trim().split("\n").at(-1));
}

const inPython = (sentence, body) => void test(sentence, { skip: python ? false : "no NumPy on this machine" }, body);
const T = ["The", "animal", "was", "tired"];

inPython("it parses as Python 3.9 to 3.13", () => {
  const parsed = run(`
import ast
text = open(sys.argv[1] + "/heed.py", encoding="utf-8").read()
for minor in range(9, 14):
    ast.parse(text, feature_version=(3, minor))
print(json.dumps(heed.__version__))`);
  assert.equal(parsed, JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).version);
});

inPython("arrays of each shape, and tuples as transformers returns them, have the axes that they mean", () => {
  const said = run(`
print(json.dumps([told(one) for one in [
    heed.show(a[0, 0], T),
    heed.show(a[0], T, head="0.2"),
    heed.show(a, T, head="1.2"),
    heed.show(tuple(a[:, None]), T),
    heed.show(tuple(np.stack([a, a], 1)), [T, T[::-1]], text=1),
    heed.show([a[0].astype("f2"), a[1].astype("f2")], np.array(T)),
    heed.show(a[0, 0].tolist(), [b"a", b"b", b"c", b"d"]),
]]))`);
  const shapes = said.map(({ shape, axes, head }) => [shape, axes, head]);
  assert.deepEqual(shapes, [
    [[4, 4], [], 0],
    [[3, 4, 4], ["head"], 2],
    [[2, 3, 4, 4], ["layer", "head"], 5],
    [[2, 3, 4, 4], ["layer", "head"], 0],
    [[2, 2, 3, 4, 4], ["layer", "text", "head"], 3],
    [[2, 3, 4, 4], ["layer", "head"], 0],
    [[4, 4], [], 0],
  ]);
  assert.deepEqual(
    said.map(({ rowLabels }) => rowLabels),
    [T, T, T, T, [...T].reverse(), T, ["a", "b", "c", "d"]],
  );
  assert.deepEqual(said[4].notes, ["The names are those of text 1."]);
});

inPython("tensors as PyTorch's are taken off their device; None is explained", () => {
  const said = run(`
class Tensor:
    def __init__(self, data): self.data, self.ndim = data, data.ndim
    def detach(self): return self
    def float(self): return self
    def cpu(self): return self
    def numpy(self): return self.data

print(json.dumps([
    told(heed.show(tuple(Tensor(layer[None]) for layer in a), T))["shape"],
    refused(lambda: heed.show((None, None), T)),
]))`);
  assert.deepEqual(said[0], [2, 3, 4, 4]);
  assert.match(said[1], /^ValueError: heed: attention\[0\] is None\..*attn_implementation="eager"/);
});

inPython("tokens that do not fit are not shown, and a note says why; two lists name rows and columns", () => {
  const said = run(`
cross = rng.random((2, 4))
print(json.dumps([told(one) for one in [
    heed.show(a, T[:3]),
    heed.show(cross, ["x", "y"], T),
    heed.show(cross, ["x", "y"]),
    heed.show(np.stack([a, a, a], 1), [T, T], text=2),
    heed.show(np.stack([a, a], 1), T),
]]))`);
  const labels = said.map(({ rowLabels, columnLabels, notes }) => [rowLabels, columnLabels, notes]);
  assert.deepEqual(labels, [
    [[], [], ["tokens has 3 names for 4, so none is shown."]],
    [["x", "y"], T, []],
    [
      ["x", "y"],
      [],
      ["The columns have no names: there are 2 rows and 4 columns. Give the tokens of the columns as columns=."],
    ],
    [[], [], ["tokens has 2 lists for 3 texts, so no names are shown."]],
    [T, T, ["tokens is one list for 2 texts: it names those of text 0."]],
  ]);
});

inPython("names of another length are warned of, also those that a file calls labels", () => {
  const said = run(`
import warnings
np.savez("labels.npz", attn=a, labels=T[:3])
np.savez("named.npz", attn=a, labels=T)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    heed.show(a, T[:3])
    heed.show("labels.npz")
    named = told(heed.show("named.npz"))["rowLabels"]
print(json.dumps([[str(one.message) for one in caught], named]))`);
  const warned = "heed: tokens has 3 names for 4, so none is shown.";
  assert.deepEqual(said, [[warned, warned], T]);
});

inPython(
  "a mask of booleans, causal=True and the mask of a file hide cells, and both together hide what either hides",
  () => {
    const said = run(`
import base64
def bits(*given, **look):
    held = heed.show(*given, **look)._data.get("mask")
    return held and "".join(str(one) for one in base64.b64decode(held))
two = np.full((2, 2), 0.5)
np.savez("mask.npz", attention=two, mask=np.array([[True, False], [False, True]]))
print(json.dumps([
    bits(two),
    bits(two, causal=True),
    bits(two, mask=[True, False]),
    bits(two, mask=np.array([[1], [0]])),
    bits(two, mask=np.array([[[True, False], [False, True]]]), causal=True),
    bits(np.stack([two, two]), mask=[[[True, True], [True, True]], [[False, True], [True, True]]], causal=True),
    bits("mask.npz"),
    refused(lambda: bits(two, mask=[0.0, -1e9])),
    refused(lambda: bits(two, mask=[True] * 3)),
    refused(lambda: bits(np.full((2, 3), 0.5), causal=True)),
]))`);
    assert.deepEqual(said, [
      null,
      "1011",
      "1010",
      "1100",
      "1001",
      "10110011",
      "1001",
      "TypeError: heed: mask must hold booleans, True = may attend; got float64.",
      "ValueError: heed: mask must have a shape that can be broadcast to [2, 2]; got [3].",
      "ValueError: heed: causal=True needs as many rows as columns; there are 2 and 3. Give mask= instead.",
    ]);
  },
);

inPython("files of NumPy, and JSON as bertviz writes it, open with their tokens", () => {
  const said = run(`
np.savez("a.npz", attention=a, tokens=T)
np.savez("layers.npz", *a)
np.save("a.npy", a)
json.dump({"attention": a.tolist(), "tokens": T}, open("a.json", "w"))
json.dump({"attention": [{"name": None, "attn": a.tolist(), "left_text": T, "right_text": T}]}, open("b.json", "w"))
json.dump({"other": 1}, open("c.json", "w"))
open("d.txt", "w").write("")
figures = [heed.show(name) for name in ("a.npz", "layers.npz", "a.npy", "a.json", "b.json")]
print(json.dumps([[told(one)["shape"] + [len(told(one)["rowLabels"])] for one in figures],
    refused(lambda: heed.show("c.json")), refused(lambda: heed.show("d.txt"))]))`);
  assert.deepEqual(
    said[0].map((shape) => shape.join()),
    ["2,3,4,4,4", "2,3,4,4,0", "2,3,4,4,0", "2,3,4,4,4", "2,3,4,4,4"],
  );
  assert.match(said[1], /nothing here is called "attention"; there is other\./);
  assert.match(said[2], /a file must end in \.npz, \.npy or \.json; got 'd\.txt'\./);
});

inPython("a saved file holds every bit, and no token ends its block of data", () => {
  const said = run(`
evil = ["</script><script>alert(1)</script>", "<!--", "%data%", "\\u2028"]
path = heed.save("saved.html", a, evil, title="</title><script>%words%")
print(json.dumps([path, a.tobytes().hex()]))`);
  assert.equal(said[0], "saved.html");
  const text = readFileSync(path.join(folder, "saved.html"), "utf8");
  assert.equal(text.match(/<script/g).length, 3);
  assert.equal(text.match(/<title/g).length, 1);
  const held = JSON.parse(/id="data">(.*?)<\/script>/s.exec(text)[1]);
  assert.equal(Buffer.from(held.numbers, "base64").toString("hex"), said[1]);
  assert.equal(held.rowLabels[0], "</script><script>alert(1)</script>");
});

inPython("long texts come in half precision with their size, unless every bit is wanted", () => {
  const said = run(`
long = np.zeros((1, 2, 800, 800), "f4")
print(json.dumps([told(heed.show(long)), told(heed.show(long, half=False)), told(heed.show(a, half=True))]))`);
  assert.deepEqual(
    said.map(({ type }) => type),
    ["float16", "float32", "float16"],
  );
  assert.equal(
    said[0].notes[0],
    "The numbers are kept in half precision, which has 11 bits; they take 2.6 MB. half=False keeps every bit.",
  );
});

inPython("what cannot be shown is refused in a sentence", () => {
  const said = run(`
print(json.dumps([refused(call) for call in [
    lambda: heed.show(object()),
    lambda: heed.show(np.zeros(3)),
    lambda: heed.show(np.zeros((2, 0, 0))),
    lambda: heed.show((np.zeros((1, 2, 3, 3)), np.zeros((1, 2, 4, 4)))),
    lambda: heed.show(a, head="2.0"),
    lambda: heed.show(a, kind="bars"),
    lambda: heed.show(a, head=1.2),
    lambda: heed.show(a, head=2),
    lambda: heed.show(a[0], head="1.0"),
    lambda: heed.show(a[:, None], [T], text=1),
    lambda: heed.show({0: a[0], "arr_x": a[1]}),
    lambda: heed.show(a, 5),
    lambda: heed.widget(a),
]]))`);
  assert.deepEqual(said.slice(0, -1), [
    "TypeError: heed: attention must be an array of numbers; got object.",
    "ValueError: heed: attention must have shape [n, n], [heads, n, n], [layers, heads, n, n] or " +
      "[layers, texts, heads, n, n]; got [3].",
    "ValueError: heed: attention must hold numbers; its shape is [2, 0, 0].",
    "ValueError: heed: the layers must have one shape; got [1, 2, 3, 3] and [1, 2, 4, 4].",
    'IndexError: heed: head must be from "0.0" to "1.2"; got \'2.0\'.',
    'ValueError: heed: kind must be "weights", "scores" or "vectors"; got \'bars\'.',
    'ValueError: heed: head must be "layer.head", such as "3.5"; got 1.2.',
    'ValueError: heed: head must be "layer.head", such as "3.5"; got 2.',
    'IndexError: heed: head must be from "0.0" to "0.2"; got \'1.0\'.',
    "IndexError: heed: text must be an integer from 0 to 0; got 1.",
    'ValueError: heed: nothing here is called "attention"; there is 0, arr_x.',
    "TypeError: heed: tokens must be a list of names; got int.",
  ]);
  assert.match(said.at(-1), /^ImportError: heed\.widget\(\) needs anywidget: pip install anywidget\./);
});

inPython("a text may be named by a number of NumPy, and a token may hold half a letter", () => {
  const said = run(`
two = np.stack([a, a], 1)
figure = heed.show(two, ["a", "b", "\\udcff", "d"], head="1.1", text=np.argmax([0, 1]))
figure.save("half.html")
print(json.dumps([figure._data["head"], "\\ufffd" in open("half.html", encoding="utf-8").read()]))`);
  assert.deepEqual(said, [10, true]);
});

inPython("each figure of a notebook stands in a frame of its own", () => {
  const said = run(`print(json.dumps([heed.show(one, T)._repr_html_() for one in a[0]]))`);
  assert.equal(new Set(said).size, 3);
  for (const html of said) assert.match(html, /^<iframe sandbox="allow-scripts" title="Attention" srcdoc="[^"]*" /);
});
