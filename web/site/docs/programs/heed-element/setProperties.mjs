import { setProperties } from "heed/element";

// React calls a ref with the element that it made: <attention-matrix ref={given} />. Here the page does so.
const given = setProperties({ label: "Weights", matrix: { data: [0.25, 0.75], shape: [1, 2] }, rowLabels: ["it"] });
const element = document.createElement("attention-matrix");
given(element);
document.body.append(element);
