import { mount } from "svelte";
import Weights from "./Weights.svelte";

mount(Weights, { target: document.getElementById("root") });
