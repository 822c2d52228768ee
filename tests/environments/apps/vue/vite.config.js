import { defineConfig } from "vite";
import vue from "@vitejs/plugin-vue";

const isCustomElement = (tag) => tag === "attention-matrix";
export default defineConfig({ plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] });
