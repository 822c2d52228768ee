// A block of a small encoder as it is trained elsewhere: layer normalisation before each part, attention whose output
// has another width than x, a residual with a projection, and a feed-forward with ReLU.
import { textbookAttention, textbookLayerNorm, textbookLinear } from "./oracle.mjs";
import { assertClose, layers, randomOf, testEach } from "./support.mjs";

const { chain, feedForwardSession, layerNormSession, linearSession } = layers;

const added = (a, b) => a.map((one, i) => one + b[i]);

testEach("a block with pre-normalisation and a residual projection is that of the textbook", (heed) => {
  const random = randomOf(41);
  for (const [tokens, model, heads, dim, wide, hidden] of [
    [7, 16, 4, 4, 24, 40],
    [13, 64, 4, 16, 128, 384],
    [20, 128, 4, 32, 256, 512],
  ]) {
    const [rows, epsilon] = [tokens, 1e-6];
    const attention = heed.selfAttentionSession({ tokens, modelDim: model, heads, dim, output: wide, biases: true });
    const [before, after] = [model, wide].map((size) => layerNormSession(heed, { rows, dim: size, epsilon }));
    const residual = linearSession(heed, { rows, inputs: model, outputs: wide });
    const feed = feedForwardSession(heed, { rows, inputs: wide, hidden, activation: "relu", biases: true });
    const block = chain([chain([before, attention], { residual }), chain([after, feed], { residual: true })]);

    const draw = (view, deviation, from = 0) =>
      view.set(random.tensorOf([view.length], () => from + deviation * random.normal()).data);
    for (const { gain, bias } of [before, after]) {
      draw(gain, 0.1, 1);
      draw(bias, 0.1);
    }
    for (const part of ["query", "key", "value", "output"]) {
      draw(attention[`${part}Weight`], 1 / Math.sqrt(model));
      draw(attention[`${part}Bias`], 0.1);
    }
    draw(residual.weight, 1 / Math.sqrt(model));
    for (const { weight, bias } of feed.layers) {
      draw(weight, 1 / Math.sqrt(wide));
      draw(bias, 0.1);
    }
    draw(block.x, 2, 0.5);
    block.run();

    const projection = (part) => ({ weight: attention[`${part}Weight`], bias: attention[`${part}Bias`] });
    const [query, key, value, output] = ["query", "key", "value", "output"].map(projection);
    const x = Float64Array.from(block.x);
    const joined = textbookAttention(
      { tokens, dim, heads },
      textbookLayerNorm({ rows, dim: model, epsilon }, { ...before, x }),
      {
        query,
        key,
        value,
      },
    );
    const between = added(
      textbookLinear({ rows, inputs: heads * dim, outputs: wide }, { x: joined, ...output }),
      textbookLinear({ rows, inputs: model, outputs: wide }, { x, weight: residual.weight }),
    );
    const [one, two] = feed.layers;
    const inner = textbookLinear(
      { rows, inputs: wide, outputs: hidden, activation: "relu" },
      {
        x: textbookLayerNorm({ rows, dim: wide, epsilon }, { ...after, x: between }),
        weight: one.weight,
        bias: one.bias,
      },
    );
    const expected = added(
      textbookLinear({ rows, inputs: hidden, outputs: wide }, { x: inner, weight: two.weight, bias: two.bias }),
      between,
    );
    assertClose(block.output, expected, `${tokens} tokens`, 2e-5, 1e-5);
    block.dispose();
  }
});
