// heed-embed.js, a classic script for pages without a bundler: <attention-matrix>, and the core as window.heed.
import { load, tensor } from "heed";
import "heed/element";

Object.assign(window, { heed: { load, tensor } });
