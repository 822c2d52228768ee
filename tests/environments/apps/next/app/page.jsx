import { load } from "heed";
import { Weights } from "./weights";

const tokens = ["the", "animal", "it"];
const x = [[1, 0], [0.8, 0.6], [0.6, 0.8]];

export default async function Page() {
  const heed = await load();
  const { weights } = heed.selfAttention(x, { keep: ["weights"] });
  const names = JSON.stringify(tokens);
  return (
    <>
      <attention-matrix label="Server" matrix={JSON.stringify(weights)} row-labels={names} column-labels={names} />
      <Weights x={x} tokens={tokens} />
    </>
  );
}
