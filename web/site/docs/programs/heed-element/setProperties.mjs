import { setProperties } from "heed/element";

// In React 18, or when React 19 hydrates: <attention-matrix ref={setProperties({ matrix, rowLabels })} />
const ref = setProperties({
  label: "Weights",
  rowLabels: ["it", "was"],
  matrix: { data: [0.9, 0.1, 0.4, 0.6], shape: [2, 2] },
});
const element = document.createElement("attention-matrix");
document.body.append(element);
ref(element);
console.log(element.rowLabels.join(" "));
// it was
