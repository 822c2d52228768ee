import { load } from "heed/external";
import { Weights } from "./weights";

export const dynamic = "force-dynamic";

export default async function Page() {
  const x = [[1, 0], [0.8, 0.6], [0.6, 0.8]];
  const heed = await load();
  const { weights } = heed.selfAttention(x, { keep: ["weights"] });
  return (
    <>
      <attention-matrix label="Server" matrix={JSON.stringify(weights)} />
      <Weights x={x} />
    </>
  );
}
