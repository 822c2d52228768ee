// heed-embed.js: <attention-matrix>, and the core as window.heed, in one classic script for pages without a bundler.
import { load, tensor } from "heed";
import "heed/element";

Object.assign(window, { heed: { load, tensor } });
