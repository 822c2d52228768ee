"use client";
import { useEffect, useState } from "react";
import { load } from "heed";
import { setProperties } from "heed/element";

export function Weights({ x, tokens }) {
  const [weights, setWeights] = useState(null);
  useEffect(() => {
    load().then((heed) => setWeights(heed.selfAttention(x, { keep: ["weights"] }).weights));
  }, [x]);
  const given = setProperties({ matrix: weights, rowLabels: tokens, columnLabels: tokens });
  return <attention-matrix label="Client" ref={given} perRow />;
}
