import "heed/element";
const matrix = { data: [1], shape: [1, 1] };
export const good = <attention-matrix id="a" label="W" matrix={matrix} rowLabels={["a"]} kind="scores" perRow row={1} />;
export const json = <attention-matrix matrix={JSON.stringify(matrix)} row-labels="[]" per-row="" />;
// @ts-expect-error: a kind that does not exist
export const bad = <attention-matrix kind="values" />;
// @ts-expect-error: numbers need their shape
export const worse = <attention-matrix matrix={[1]} />;
// @ts-expect-error: no such property
export const none = <attention-matrix rowlabel={["a"]} />;
export const on = <attention-matrix class="x" key="1" ref={(element) => { if (element) element.matrix = matrix; }} onmatrix-open={(event) => event.detail.row.toFixed()} onClick={() => {}}><table /></attention-matrix>;