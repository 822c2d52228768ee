// The Python lines that save attention, for each kind of file.
import { onChoice, setText } from "../../../rooms/heads/index.js";
import { byId, copyText, onReturn } from "../../../kit/index.js";
import { fill } from "../../../kit/texts/index.js";
import { PYTHON } from "../../../rooms/files/index.js";

export function startRecipes(): void {
  const show = (): void => {
    const { value } = document.querySelector<HTMLInputElement>("input[name=recipe]:checked")!;
    setText(byId("recipe"), PYTHON[value as keyof typeof PYTHON]);
  };
  show();
  onReturn(show);
  onChoice("recipe", show);
  byId("copy-recipe").addEventListener("click", async () => {
    const copied = await copyText(byId("recipe").textContent ?? "");
    fill(byId("recipe-status"), copied ? "copied" : "not-copied");
  });
}
