// A widget of heed.py in the front end of anywidget. `sent` is what would go to the kernel.
import { classes } from "./define.js";
import "anywidget";
import { ManagerBase } from "@jupyter-widgets/base-manager";
import state from "./state.json";

globalThis.sent = [];
const comm = { comm_id: "1", on_msg() {}, on_close() {}, send: (data) => globalThis.sent.push(data) };

class Manager extends ManagerBase {
  async loadClass(name) {
    return classes[name];
  }
}

const model = { model_name: "AnyModel", model_module: "anywidget", model_module_version: "0.11.0" };
const view = { view_name: "AnyView", view_module: "anywidget", view_module_version: "0.11.0" };
const names = Object.fromEntries(Object.entries({ ...model, ...view }).map(([name, value]) => [`_${name}`, value]));
const manager = new Manager();
const made = await manager.new_model({ ...model, ...view, comm }, { ...state, ...names });
document.body.append((await manager.create_view(made)).el);
