"use client";
import { useEffect, useState } from "react";
import { load } from "heed/external";
import { setProperties } from "heed/element";

export function Weights({ x }) {
  const [weights, setWeights] = useState(null);
  useEffect(() => {
    load().then((heed) => setWeights(heed.selfAttention(x, { keep: ["weights"] }).weights));
  }, [x]);
  const given = setProperties({ matrix: weights });
  return <attention-matrix label="Client" ref={given} perRow />;
}
