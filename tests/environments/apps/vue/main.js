import { createApp } from "vue";
import Weights from "./Weights.vue";

createApp(Weights).mount("#root");
