// A part of the page as PNG. The browser draws a copy of it in the page's own style, inside an SVG.
import { make } from "../../../show/index.js";

/** Pixels of the picture for each one of the page. */
const SCALE = 2;
/** Room around the figure, and below it for the address. */
const [MARGIN, FOOT] = [24, 20];

/** What moves in would not have come yet. */
const STILL = "*{animation:none!important;transition:none!important}";

/** The figure as it is seen now, as an address of data. Below it is the address of the page. */
export async function pictureOf(figure: Element): Promise<string> {
  const { width, height } = figure.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(figure, width))}`;
  await image.decode();
  const [across, down] = [width + 2 * MARGIN, height + 2 * MARGIN + FOOT];
  const canvas = make("canvas", { width: Math.ceil(across * SCALE), height: Math.ceil(down * SCALE) });
  const context = canvas.getContext("2d")!;
  const style = getComputedStyle(document.documentElement);
  context.scale(SCALE, SCALE);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, across, down);
  context.drawImage(image, MARGIN, MARGIN);
  context.fillStyle = style.getPropertyValue("--faint");
  context.font = `13px ${style.getPropertyValue("--sans")}`;
  context.fillText(`heed ${addressNow()}`.trim(), MARGIN, down - MARGIN / 2);
  // Safari draws it, but gives nothing of it away: this throws.
  return canvas.toDataURL("image/png");
}

/** An SVG of the window's size, for the sake of lengths that follow it, with the figure at its upper left corner. */
function drawingOf(figure: Element, width: number): string {
  const copy = figure.cloneNode(true) as SVGElement | HTMLElement;
  copy.style.cssText += `;margin:0;width:${width}px`;
  let inside: Element = copy;
  // The rules of the page see the elements around it, which take no room of their own.
  for (let around = figure.parentElement; around !== null; around = around.parentElement) {
    const shell = around.cloneNode(false) as HTMLElement;
    shell.style.cssText += ";display:contents";
    shell.append(inside);
    inside = shell;
  }
  const css = Array.from(document.querySelectorAll("style"), ({ textContent }) => textContent).join("\n") + STILL;
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const size = `width="${innerWidth}" height="${Math.max(innerHeight, figure.clientHeight)}"`;
  const style = `<style>${inScheme(css, scheme).replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</style>`;
  const body = new XMLSerializer().serializeToString(inside);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${style}` +
    `<foreignObject width="100%" height="100%" style="overflow:visible">${body}</foreignObject></svg>`
  );
}

/** The page's style for one theme: a picture follows that of the page, not of the place where it is drawn. */
function inScheme(css: string, scheme: string): string {
  return css.replace(/\(prefers-color-scheme:\s*(\w+)\)/g, (_, name) => (name === scheme ? " all" : " not all"));
}

/** The page's address without its fields, as people write it. A file has none that others can open. */
function addressNow(): string {
  return /^https?:$/.test(location.protocol)
    ? `· ${location.host}${location.pathname.replace(/index\.html$/, "")}`
    : "";
}
